internal import Foundation

/// The mounts of ours that this process sees (/proc/self/mountinfo, proc(5)).
struct Mounts: Sendable {
    struct Mount: Hashable, Sendable {
        var mountpoint: String
        var type: String
        /// The first column of mount(8): what `--fsname` says.
        var source: String
        var isReadOnly = false
        /// Of its device: what the kernel calls its connection (/sys/fs/fuse/connections).
        var minorDevice = ""

        var isOurs: Bool { type == "fuse.placesfs" }
    }

    /// In the order of mounting: of two on one path the last covers the other.
    let all: [Mount]

    init(_ table: String) {
        all = table.split(separator: "\n").compactMap { Self.mount($0) }
    }

    static func now() -> Mounts {
        // Without /proc nothing can be known, and mounting itself says the rest.
        Mounts((try? WholeFile.text("/proc/self/mountinfo")) ?? "")
    }

    var ours: [Mount] { all.filter(\.isOurs) }

    func top(at path: String) -> Mount? {
        all.last { $0.mountpoint == path }
    }

    /// The mount that `path` lies in; the last of several on one directory, which covers the others.
    func mount(of path: String) -> Mount? {
        all.reversed()
            .filter { path == $0.mountpoint || path.hasPrefix($0.mountpoint == "/" ? "/" : $0.mountpoint + "/") }
            .max { $0.mountpoint.utf8.count < $1.mountpoint.utf8.count }
    }

    /// `36 35 98:0 /root /mountpoint options [tags…] - type source options`
    private static func mount(_ line: Substring) -> Mount? {
        let words = line.split(separator: " ")
        guard words.count > 8, let dash = words[6...].firstIndex(of: "-"), dash + 2 < words.count else { return nil }
        // Of the mount and of its file system.
        let options = [words[5], words.count > dash + 3 ? words[dash + 3] : ""]
        return Mount(
            mountpoint: unescaped(words[4]), type: String(words[dash + 1]), source: unescaped(words[dash + 2]),
            isReadOnly: options.contains { $0.split(separator: ",").contains("ro") },
            minorDevice: words[2].split(separator: ":").last.map(String.init) ?? "")
    }

    /// Blank, tab, newline and backslash stand there as a backslash and three octal digits.
    private static func unescaped(_ word: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = byte == UInt8(ascii: "\\") ? String(decoding: rest.prefix(3), as: UTF8.self) : ""
            let code = UInt8(digits, radix: 8)
            bytes.append(code ?? byte)
            if code != nil { rest = rest.dropFirst(3) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
