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
        /// Whether other users may use it, for file systems in user space.
        public var allowsOthers = false

        /// Whether the file system is in user space, so that a program answers for it.
        public var isFuse: Bool { type == "fuse" || type.hasPrefix("fuse.") || type == "fuseblk" }
    }

    /// In the order of mounting: of two mounts on one path, the later covers the earlier.
    public let mounts: [Mount]

    /// Parses the text of a mountinfo file, and skips lines that it cannot parse.
    public init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    private init(bytes: [UInt8]) {
        mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { Self.mount($0) }
    }

    /// The current table. Empty without /proc; then nothing is known, and the call that mounts reports any problem
    /// itself.
    public static func now() -> MountTable {
        MountTable(bytes: bytes(of: "/proc/self/mountinfo"))
    }

    /// A device of stat(2) as the table writes it, "major:minor".
    public static func device(_ number: UInt64) -> String {
        let major = (number >> 8 & 0xfff) | (number >> 32 & ~0xfff)
        let minor = (number & 0xff) | (number >> 12 & ~0xff)
        return "\(major):\(minor)"
    }

    /// The mount that is seen at a mountpoint. Paths are compared by bytes, as the kernel does.
    public func top(at path: String) -> Mount? {
        mounts.last { $0.mountpoint.utf8.elementsEqual(path.utf8) }
    }

    /// The mount that `path` lies in; of several on one directory, the last, which covers the others.
    public func mount(of path: String) -> Mount? {
        mounts.reversed()
            .filter { mount in
                let folder = mount.mountpoint.utf8
                guard path.utf8.starts(with: folder) else { return false }
                let rest = path.utf8.dropFirst(folder.count)
                return rest.isEmpty || rest.first == UInt8(ascii: "/") || mount.mountpoint == "/"
            }
            .max { $0.mountpoint.utf8.count < $1.mountpoint.utf8.count }
    }

    /// `36 35 98:0 /root /mountpoint options [tags…] - type source options`, by bytes: tables are read at every start.
    private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count > 8, let dash = words[6...].firstIndex(of: [UInt8(ascii: "-")]), dash + 2 < words.count else {
            return nil
        }
        // The options of the mount, and those of its file system.
        let options = [words[5], words.count > dash + 3 ? words[dash + 3] : []].map {
            $0.split(separator: UInt8(ascii: ","))
        }
        let user = "user_id="
        let owner = options[1].first { $0.starts(with: user.utf8) }
        return Mount(
            device: text(words[2]), mountpoint: unescaped(words[4]), type: text(words[dash + 1]),
            source: unescaped(words[dash + 2]), isReadOnly: options.contains { $0.contains(Array("ro".utf8)[...]) },
            id: Int(text(words[0])) ?? 0, owner: owner.flatMap { UInt32(text($0.dropFirst(user.utf8.count))) },
            allowsOthers: options[1].contains(Array("allow_other".utf8)[...]))
    }

    private static func text(_ word: ArraySlice<UInt8>) -> String { String(decoding: word, as: UTF8.self) }

    /// The kernel writes space, tab, newline and backslash as a backslash and three octal digits.
    private static func unescaped(_ word: ArraySlice<UInt8>) -> String {
        guard word.contains(UInt8(ascii: "\\")) else { return text(word) }
        var bytes: [UInt8] = []
        var rest = word
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, let code = UInt8(text(digits), radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func text(of path: String) -> String {
        String(decoding: bytes(of: path), as: UTF8.self)
    }

    static func bytes(of path: String) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
