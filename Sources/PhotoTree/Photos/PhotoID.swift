/// The identifier a source gives a photo; unique within that source's namespace.
public struct PhotoID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    public static func < (left: PhotoID, right: PhotoID) -> Bool {
        left.rawValue < right.rawValue
    }
}
