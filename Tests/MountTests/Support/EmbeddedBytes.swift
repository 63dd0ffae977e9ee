import TestSupport

/// Photos that say whose they are: what stands in them is told from the bytes of their source.
enum EmbeddedBytes {
    /// What a mount does when nobody says otherwise.
    static let options = ["--embed", "credit"]

    /// Puts `embedded.py` into `$T`: `python3 embedded.py PHOTO SOURCE` fails unless PHOTO, `-` for the input, is
    /// SOURCE with something of ours in it, the same as when it was last asked about SOURCE. With a third word PHOTO is
    /// only the beginning. Scripts import it.
    static func prepare(_ mount: TestMount) throws {
        try mount.write(Array(program.utf8), to: "embedded.py")
    }

    private static let program = #"""
        import os, sys

        def split(data):
            """What of ours stands in a photo, and the rest: EXIF and XMP behind JFIF, or behind the first two bytes."""
            ours = (b'Exif\0\0', b'http://ns.adobe.com/xap/1.0/\0')
            start, place = 2, 2
            while data[place:place + 1] == b'\xff' and data[place + 1:place + 2] not in (b'\xe1', b'\xda', b'\xdb', b''):
                head, place = data[place:place + 9], place + 2 + int.from_bytes(data[place + 2:place + 4], 'big')
                if head[4:] in (b'JFIF\0', b'JFXX\0'): start = place
            end = start
            while data[end:end + 2] == b'\xff\xe1' and data[end + 4:end + 40].startswith(ours):
                end += 2 + int.from_bytes(data[end + 2:end + 4], 'big')
            return data[start:end], data[:start] + data[end:]

        def fault(data, source, memory, whole=True):
            """What is wrong with a photo; None where nothing is. `memory` names a file."""
            ours, rest = split(data)
            if len(ours) < 500: return '%d bytes are embedded' % len(ours)
            if rest != (source if whole else source[:len(rest)]): return 'the rest is not the source\'s'
            if os.path.exists(memory):
                if open(memory, 'rb').read() != ours: return 'other bytes are embedded than before'
            else:
                with open(memory, 'wb') as file: file.write(ours)

        if __name__ == '__main__':
            name, source = sys.argv[1:3]
            data = (sys.stdin.buffer if name == '-' else open(name, 'rb')).read()
            wrong = fault(data, open(source, 'rb').read(), source + '.ours', whole=len(sys.argv) == 3)
            if wrong: sys.exit('%s: %s' % (name, wrong))
        """#
}
