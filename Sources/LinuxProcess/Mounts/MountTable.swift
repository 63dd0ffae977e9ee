import Glibc

/// What is mounted where, as this process sees it: /proc/self/mountinfo (proc(5)).
public struct MountTable: Sendable {
    /// One line of the table.
    public struct Mount: Hashable, Sendable {
        /// `major:minor`, unique to a mounted FUSE file system. The minor number is the name of its connection in
        /// /sys/fs/fuse/connections.
        public var device: String
        public var mountpoint: String
        /// `fuse.` and the subtype, for file systems in user space.
        public var type: String
        /// The first column of mount(8): the file system's `fsname`.
        public var source: String
        /// True if the mount or its file system is read-only.
        public var isReadOnly: Bool
        /// The mount's id, which /proc/self/fdinfo shows too (`mnt_id`).
        public var id: Int = 0
        /// The user who mounted it, for file systems in user space. The kernel guarantees that it is true.
        public var owner: UInt32?

        /// Whether the file system is in user space, so that a program answers for it.
        public var isFuse: Bool { type == "fuse" || type.hasPrefix("fuse.") || type == "fuseblk" }
    }

    /// In the order of mounting: of two mounts on one path, the later covers the earlier.
    public let mounts: [Mount]

    /// Parses the text of a mountinfo file, and skips lines that it cannot parse.
    public init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { Self.mount($0) }
    }

    /// The current table. Empty without /proc; then nothing is known, and the call that mounts reports any problem
    /// itself.
    public static func now() -> MountTable {
        MountTable(text(of: "/proc/self/mountinfo"))
    }

    /// A device of stat(2) as the table writes it, "major:minor".
    public static func device(_ number: UInt64) -> String {
        let major = (number >> 8 & 0xfff) | (number >> 32 & ~0xfff)
        let minor = (number & 0xff) | (number >> 12 & ~0xff)
        return "\(major):\(minor)"
    }

    /// The mount that is seen at a mountpoint.
    public func top(at path: String) -> Mount? {
        mounts.last { $0.mountpoint == path }
    }

    /// The mount that `path` lies in; of several on one directory, the last, which covers the others.
    public func mount(of path: String) -> Mount? {
        mounts.reversed()
            .filter { path == $0.mountpoint || path.hasPrefix($0.mountpoint == "/" ? "/" : $0.mountpoint + "/") }
            .max { $0.mountpoint.utf8.count < $1.mountpoint.utf8.count }
    }

    /// `36 35 98:0 /root /mountpoint options [tags…] - type source options`
    private static func mount(_ line: Substring) -> Mount? {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count > 8, let dash = words[6...].firstIndex(of: "-"), dash + 2 < words.count else { return nil }
        // The options of the mount, and those of its file system.
        let options = [words[5], words.count > dash + 3 ? words[dash + 3] : ""]
        let owner = options[1].split(separator: ",").first { $0.hasPrefix("user_id=") }
        return Mount(
            device: String(words[2]), mountpoint: unescaped(words[4]), type: String(words[dash + 1]),
            source: unescaped(words[dash + 2]),
            isReadOnly: options.contains { $0.split(separator: ",").contains("ro") }, id: Int(words[0]) ?? 0,
            owner: owner.flatMap { UInt32($0.dropFirst(8)) })
    }

    /// The kernel writes space, tab, newline and backslash as a backslash and three octal digits.
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
