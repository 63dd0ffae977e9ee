/// The persistent number of a node: its inode number. All come from one sequence, below 2^32, never used again.
public struct NodeNumber: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The mount's root; FUSE gives it 1.
    public static let root = NodeNumber(1)

    public static func < (left: NodeNumber, right: NodeNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}
