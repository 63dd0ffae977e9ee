/// The flags of open(2) that reach a daemon.
public struct OpenFlags: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// True if O_ACCMODE is not O_RDONLY, or O_TRUNC or O_APPEND is set (open(2), Linux values).
    public var wantsToWrite: Bool {
        rawValue & 0o3 != 0 || rawValue & 0o3000 != 0
    }
}
