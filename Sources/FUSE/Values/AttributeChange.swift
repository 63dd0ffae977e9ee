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
