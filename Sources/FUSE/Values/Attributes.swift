/// A moment in whole seconds and nanoseconds since 1970, as `struct timespec`.
public struct FileTime: Hashable, Sendable {
    public var seconds: Int64
    public var nanoseconds: UInt32

    public init(seconds: Int64, nanoseconds: UInt32 = 0) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }
}

/// The result of stat(2) for an inode, and how long the kernel may cache it.
public struct Attributes: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case file, directory, symbolicLink
    }

    public var inode: InodeNumber
    public var kind: Kind
    /// The lower twelve bits of `st_mode`.
    public var permissions: UInt16
    public var linkCount: UInt32
    public var userID: UInt32
    public var groupID: UInt32
    /// In bytes.
    public var size: Int64
    /// In units of 512 bytes. If it were 0 for a file with content, `tar -S` would write zeros (measured).
    public var blocks: Int64
    public var accessed: FileTime
    public var modified: FileTime
    public var changed: FileTime
    /// How long the kernel may answer stat(2) from its own copy.
    public var validity: Duration

    public init(
        inode: InodeNumber, kind: Kind, permissions: UInt16, linkCount: UInt32, userID: UInt32, groupID: UInt32,
        size: Int64, accessed: FileTime, modified: FileTime, changed: FileTime, validity: Duration
    ) {
        self.inode = inode
        self.kind = kind
        self.permissions = permissions
        self.linkCount = linkCount
        self.userID = userID
        self.groupID = groupID
        self.size = size
        // Not (size + 511) / 512, which would overflow and trap for a size near 2^63.
        blocks = max(0, size) / 512 + (max(0, size) % 512 > 0 ? 1 : 0)
        self.accessed = accessed
        self.modified = modified
        self.changed = changed
        self.validity = validity
    }
}
