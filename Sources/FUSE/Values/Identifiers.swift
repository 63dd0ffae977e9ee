/// An inode's number, unique in the mount.
public struct InodeNumber: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The root of every FUSE mount.
    public static let root = InodeNumber(1)

    public var description: String { String(rawValue) }

    public static func < (left: InodeNumber, right: InodeNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The file system's number for an open file or directory; the kernel passes it back in every request on the handle.
public struct HandleNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public var description: String { String(rawValue) }
}

/// Where a directory stream continues: the `next` of the last entry read, or 0 for the start.
public struct DirectoryOffset: RawRepresentable, Hashable, Sendable, Comparable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static let start = DirectoryOffset(0)

    public static func < (left: DirectoryOffset, right: DirectoryOffset) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Who sent a request: the user, group and thread ids in the header of a FUSE message.
public struct Caller: Hashable, Sendable {
    public var userID: UInt32
    public var groupID: UInt32
    /// A thread's id, not its process's; 0 if the caller lives in a pid namespace that we cannot see.
    public var threadID: Int32

    public init(userID: UInt32, groupID: UInt32, threadID: Int32) {
        self.userID = userID
        self.groupID = groupID
        self.threadID = threadID
    }
}
