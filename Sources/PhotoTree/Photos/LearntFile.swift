/// What was learnt by fetching one rendition of a photo; kept for ever.
public struct LearntFile: Hashable, Sendable, Codable {
    /// In bytes.
    public var length: Int64
    /// "sha256:<hex>"; nil while only the length is known.
    public var digest: String?

    public init(length: Int64, digest: String?) {
        self.length = length
        self.digest = digest
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
