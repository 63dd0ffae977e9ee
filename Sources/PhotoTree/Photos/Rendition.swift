/// One image of a photo, as its source's listing names it.
public struct Rendition: Hashable, Sendable, Codable {
    /// The source's name of the size (Flickr: "b" for 1024 px, "n" for 320 px, "o" for the original).
    public var name: String
    /// In pixels; nil when the source does not say.
    public var width: Int?
    /// In pixels; nil when the source does not say.
    public var height: Int?
    /// The address of its bytes.
    public var url: String
    /// In bytes, where the listing has it (Flickr's never does); a length that no photo can have counts as unknown.
    public var byteCount: Int64? {
        didSet { byteCount = byteCount.flatMap { ImageLength.possible($0) } }
    }
    /// Hexadecimal digest with its algorithm's name ("sha1:…"), where the listing has it.
    public var digest: String?

    /// The media type by the ending of its address: a service has JPEG, PNG and GIF.
    var mediaType: String {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return PhotoEnding.mediaType(of: String(decoding: path, as: UTF8.self)) ?? "image/jpeg"
    }

    public init(
        name: String, width: Int?, height: Int?, url: String, byteCount: Int64? = nil, digest: String? = nil
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.url = url
        self.byteCount = byteCount.flatMap { ImageLength.possible($0) }
        self.digest = digest
    }
}
