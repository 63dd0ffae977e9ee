/// One image file: a photo in one rendition.
public struct ImageKey: Hashable, Sendable, Codable {
    public var photo: PhotoID
    public var rendition: String

    public init(photo: PhotoID, rendition: String) {
        self.photo = photo
        self.rendition = rendition
    }
}
