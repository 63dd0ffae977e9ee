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

/// The assumed length of a photo's file until its length is learnt.
///
/// An estimate that is too long is harmless, one that is too short is not: programs read to the end of the file but not
/// beyond the length that `stat` gave. A JPEG rarely has more than one byte for each pixel.
public enum SizeEstimate {
    /// In bytes: one for each pixel and 64 KiB, for 1024×1024 pixels where the dimensions are unknown or absurd; from
    /// 64 KiB + 1 to `longest`.
    public static func bytes(width: Int?, height: Int?) -> Int64 {
        guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height) else {
            return 1024 * 1024 + allowance
        }
        return min(Int64(width) * Int64(height) + allowance, longest)
    }

    private static let allowance: Int64 = 64 * 1024
    /// The largest estimate. The user may set a higher limit for photos; the standard limit is 64 MiB.
    public static let longest: Int64 = 256 * 1024 * 1024
}

/// How the lengths of photos of one width are estimated, for all photos with numbers from `first` on. Numbers are given
/// out in order, so photos of which something else was told before keep that.
public struct SizeRule: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    public var first: NodeNumber
    /// In bytes.
    public var perPixel: Double

    public init(width: Int, first: NodeNumber, perPixel: Double) {
        self.width = width
        self.first = first
        self.perPixel = perPixel
    }
}
