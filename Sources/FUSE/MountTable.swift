import Glibc

/// What is mounted where, as /proc/self/mountinfo has it (proc(5)).
enum MountTable {
    /// `major:minor`, unique to a mounted FUSE file system.
    typealias Device = String

    struct Mount: Hashable {
        var device: Device
        var mountpoint: String
        var type: String

        var isFuse: Bool { type == "fuse" || type.hasPrefix("fuse.") || type == "fuseblk" }
    }

    /// In the order of mounting: of two on one path, the last covers the other. Empty without /proc.
    static func read() -> [Mount] {
        text(of: "/proc/self/mountinfo").split(separator: "\n").compactMap { mount(String($0)) }
    }

    /// `36 35 98:0 /root /mountpoint options [tags…] - type source options`
    static func mount(_ line: String) -> Mount? {
        let words = line.split(separator: " ")
        guard words.count > 6, let dash = words[6...].firstIndex(of: "-"), dash + 1 < words.count else { return nil }
        return Mount(
            device: String(words[2]), mountpoint: unescaped(words[4]), type: String(words[dash + 1]))
    }

    /// The kernel writes blank, tab, newline and backslash as three octal digits.
    private static func unescaped(_ word: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = word.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let digits = String(rest.prefix(3)), digits.count == 3,
                let code = UInt8(digits, radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func text(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
