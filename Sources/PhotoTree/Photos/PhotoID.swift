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

/// One image file: a photo in one rendition.
public struct ImageKey: Hashable, Sendable, Codable {
    public var photo: PhotoID
    public var rendition: String

    public init(photo: PhotoID, rendition: String) {
        self.photo = photo
        self.rendition = rendition
    }
}
