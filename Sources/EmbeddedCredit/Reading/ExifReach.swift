/// Whether EXIF tells the place of something behind its own segment: a preview that a camera appended to the file, say.
/// What is inserted behind the segment would move it. Untrusted: damage is passed over.
struct ExifReach {
    private enum Tag {
        static let makerNote = 0x927C
        static let directories = [TIFFReader.Tag.exifDirectory, 0x8825, 0xA005, 0x014A]
        /// In notes: the pictures of Nikon and Samsung, Olympus' settings of the camera.
        static let makersDirectories = [0x0011, 0x0035, 0x2020]
        /// Place and length of a picture: a thumbnail, strips.
        static let pictures = [(0x0201, 0x0202), (0x0111, 0x0117)]
        /// Nikon's and Samsung's, Minolta's, Olympus', Pentax's and Casio's.
        static let makersPictures = [(0x0201, 0x0202), (0x0088, 0x0089), (0x0101, 0x0102), (0x0004, 0x0003)]
        /// Canon's, whose third and sixth number tell length and place.
        static let canonPreview = 0x00B6
    }

    /// In bytes. No picture is smaller; a smaller value that lies outside is damage.
    private static let smallestPicture = 512
    private static let mostDirectories = 32
    private static let mostOfMaker = 512

    private(set) var leavesSegment = false
    private var left = mostDirectories

    /// Of the TIFF file in an EXIF segment.
    init(_ tiff: ImageBytes) {
        let isLittle = tiff.beginning(1).first == UInt8(ascii: "I")
        walk(tiff, at: tiff.number(4, 4, little: isLittle), isLittle)
    }

    /// Looks at a directory, at those that it names, and at those that follow.
    private mutating func walk(_ tiff: ImageBytes, at place: Int?, _ isLittle: Bool) {
        guard let place, place > 0, left > 0, !leavesSegment else { return }
        left -= 1
        let directory = TIFFReader(tiff, at: place, isLittle)
        lookAtValues(of: directory, tiff)
        for (start, length) in Tag.pictures { look(tiff, directory.long(start), directory.long(length)) }
        if let note = directory.entry(Tag.makerNote) { walk(note: note, of: tiff, isLittle) }
        for tag in Tag.directories { walk(tiff, at: directory.number(tag), isLittle) }
        walk(tiff, at: directory.next, isLittle)
    }

    /// Walks through a maker's notes, where nothing need be a directory; places count from `base`.
    private mutating func walk(maker tiff: ImageBytes, _ base: Int, at place: Int?, _ isLittle: Bool) {
        guard let place, let bytes = tiff.from(base), left > 0, !leavesSegment,
            Self.isDirectory(bytes, at: place, isLittle)
        else { return }
        left -= 1
        let directory = TIFFReader(bytes, at: place, isLittle)
        lookAtValues(of: directory, bytes)
        for (start, length) in Tag.makersPictures { look(bytes, directory.long(start), directory.long(length)) }
        if let preview = directory.entry(Tag.canonPreview), preview.length >= 24 {
            func number(_ index: Int) -> Int? { bytes.number(preview.offset + 4 * index, 4, little: isLittle) }
            look(bytes, number(5), number(2))
        }
        for tag in Tag.makersDirectories {
            // Named, or the value itself.
            walk(maker: tiff, base, at: directory.long(tag) ?? directory.entry(tag)?.offset, isLittle)
        }
    }

    private static func isDirectory(_ bytes: ImageBytes, at place: Int, _ isLittle: Bool) -> Bool {
        guard let count = bytes.number(place, 2, little: isLittle), (1...mostOfMaker).contains(count),
            let rows = bytes.bytes(place + 2, 12 * count).map({ ImageBytes($0) })
        else { return false }
        return (0..<count).allSatisfy { (1...13).contains(rows.number(12 * $0 + 2, 2, little: isLittle) ?? 0) }
    }

    private mutating func lookAtValues(of directory: TIFFReader, _ bytes: ImageBytes) {
        for value in directory.values where value.length >= Self.smallestPicture {
            if value.offset + value.length > bytes.count { leavesSegment = true }
        }
    }

    private mutating func look(_ bytes: ImageBytes, _ start: Int?, _ length: Int?) {
        guard let start, let length, start > 0, length > 0 else { return }
        if start + length > bytes.count { leavesSegment = true }
    }

    private mutating func walk(note: TIFFReader.Entry, of tiff: ImageBytes, _ isLittle: Bool) {
        guard let head = tiff.bytes(note.offset, min(note.length, MakerNoteFormat.longestName)) else { return }
        func isLittleThere(_ offset: Int) -> Bool {
            switch tiff.number(note.offset + offset, 1).map({ UInt8($0) }) {
            case UInt8(ascii: "I"): true
            case UInt8(ascii: "M"): false
            default: isLittle
            }
        }
        switch MakerNoteFormat.of(head) {
        case .places(from: .segment, directory: let offset, order: _):
            walk(maker: tiff, 0, at: note.offset + offset, isLittle)
        case .places(from: .note, directory: let offset, order: let order):
            walk(maker: tiff, note.offset, at: offset, isLittleThere(order))
        case .tiff(let offset):
            let isLittle = isLittleThere(offset)
            let first = tiff.number(note.offset + offset + 4, 4, little: isLittle)
            walk(maker: tiff, note.offset + offset, at: first, isLittle)
        case .numbers:
            guard let own = tiff.from(note.offset) else { return }
            look(own, own.number(8, 4, little: isLittle), own.number(12, 4, little: isLittle))
        }
    }
}

extension ImageBytes {
    /// The bytes from `offset` on.
    fileprivate func from(_ offset: Int) -> ImageBytes? {
        bytes(offset, max(0, count - offset)).map { ImageBytes($0) }
    }
}
