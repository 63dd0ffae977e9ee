/// The answer to a lookup. Each delivered answer raises the inode's lookup count by one, until `forget` lowers it.
public struct Entry: Hashable, Sendable {
    /// Nil makes this a negative entry: the name does not exist, and the kernel may cache that for `validity`.
    public var attributes: Attributes?
    public var generation: UInt64
    /// How long the kernel may resolve the name from its cache.
    public var validity: Duration

    public init(attributes: Attributes, generation: UInt64 = 1, validity: Duration) {
        self.attributes = attributes
        self.generation = generation
        self.validity = validity
    }

    /// A name that does not exist; with a `validity` of zero the kernel asks each time.
    public static func negative(validity: Duration) -> Entry {
        Entry(negativeFor: validity)
    }

    private init(negativeFor validity: Duration) {
        attributes = nil
        generation = 0
        self.validity = validity
    }
}

/// A dirent. With `entry`, READDIRPLUS also hands the kernel the attributes. The lookup count rises by one if, and only
/// if, the dirent was packed into the reply; `FileSystem.looked` reports each.
public struct DirectoryEntry: Hashable, Sendable {
    public var name: String
    /// Where the stream continues after this entry; never 0.
    public var next: DirectoryOffset
    public var inode: InodeNumber
    public var kind: Attributes.Kind
    /// Nil for `.` and `..`, and if only the name is known.
    public var entry: Entry?

    public init(name: String, next: DirectoryOffset, inode: InodeNumber, kind: Attributes.Kind, entry: Entry?) {
        self.name = name
        self.next = next
        self.inode = inode
        self.kind = kind
        self.entry = entry
    }
}

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

/// What setattr asks to change; nil means no change.
public struct AttributeChange: Hashable, Sendable {
    public enum Time: Hashable, Sendable {
        case now
        case at(FileTime)
    }

    public var permissions: UInt16?
    public var userID: UInt32?
    public var groupID: UInt32?
    public var size: Int64?
    public var accessed: Time?
    public var modified: Time?

    public init(
        permissions: UInt16? = nil, userID: UInt32? = nil, groupID: UInt32? = nil, size: Int64? = nil,
        accessed: Time? = nil, modified: Time? = nil
    ) {
        self.permissions = permissions
        self.userID = userID
        self.groupID = groupID
        self.size = size
        self.accessed = accessed
        self.modified = modified
    }
    /// Whether `present` has all values that this asks for.
    public func changesNothing(of present: Attributes) -> Bool {
        func isThere(_ wanted: Time?, _ time: FileTime) -> Bool { wanted == nil || wanted == .at(time) }
        return (permissions ?? present.permissions) == present.permissions
            && (userID ?? present.userID) == present.userID && (groupID ?? present.groupID) == present.groupID
            && (size ?? present.size) == present.size && isThere(accessed, present.accessed)
            && isThere(modified, present.modified)
    }
}
