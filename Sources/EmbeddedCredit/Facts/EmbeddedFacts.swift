package import PhotoTree

/// What an image file says of itself: where and when it was taken, what is on it, whose it is. Its texts are untrusted.
package struct EmbeddedFacts: Hashable, Sendable {
    package var position: Coordinate?
    package var city = ""
    package var country = ""
    package var title = ""
    package var description = ""
    package var tags: [String] = []
    /// The wall clock when it was taken, as the file writes it ("2016:07:14 20:31:05", "2016-07-14T20:31"), the
    /// likelier ones first.
    package var dates: [String] = []
    /// Whose it is; nil where the file names nobody.
    package var credit: PhotoCredit?
    /// Whose it is by its copyright notice alone, which is no licence.
    package var holder = ""
    /// In pixels, as they are stored.
    package var size: (width: Int, height: Int)? {
        get { width.flatMap { width in height.map { (width, $0) } } }
        set { (width, height) = (newValue?.width, newValue?.height) }
    }
    /// Width and height of the picture as it is shown.
    package var shownSize: (width: Int, height: Int)? { size.map { orientation > 4 ? ($0.height, $0.width) : $0 } }
    private var width: Int?
    private var height: Int?
    /// Which side of the stored picture is up, 1 to 8, as EXIF tells it.
    package var orientation = 1
    /// Where the JPEG lies in the file that is its small picture.
    package var thumbnail: Range<Int>?

    package init() {}

    /// Of a file of one of the kinds; damage is passed over.
    package init(_ file: ImageBytes, _ kind: ImageKind) {
        var parts = EmbeddedParts()
        switch kind {
        case .jpeg: parts.takeJPEG(file)
        case .png: parts.takePNG(file)
        case .gif: parts.takeGIF(file)
        case .webp: parts.takeWebP(file)
        case .tiff: parts.takeTIFF(file)
        case .heif, .avif: parts.takeItems(file)
        }
        self.init(parts)
    }

    /// Of an XMP packet by itself, as it lies beside a photo.
    package init(packet: [UInt8]) {
        var parts = EmbeddedParts()
        parts.claims.take(packet: packet[...])
        self.init(parts)
    }

    /// XMP goes before IPTC-IIM and EXIF, because programs write it; but a position and a time are the camera's.
    init(_ parts: EmbeddedParts) {
        let properties = parts.claims.packets.map { XMPProperties($0) }
        let packets = properties.map { XMPFacts($0) }
        let exif = parts.exif.map { ExifFacts($0) }
        let iptc = parts.claims.iptc
        position = exif?.position ?? packets.lazy.compactMap(\.position).first
        city = Self.first(packets.map(\.city) + [iptc.city])
        country = Self.first(packets.map(\.country) + [iptc.country])
        title = Self.first(
            packets.map(\.title) + [iptc.headline] + packets.map(\.headline) + [iptc.title] + [exif?.title ?? ""])
        description = Self.first(
            packets.map(\.description) + [iptc.caption, exif?.description ?? ""])
        var seen: Set<String> = []
        tags = (packets.flatMap(\.tags) + iptc.keywords + (exif?.tags ?? []))
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        let written = [exif?.taken] + packets.map(\.taken) + [iptc.created, exif?.digitized]
        dates = (written + packets.map(\.made) + [exif?.modified]).compactMap(\.self)
        (credit, holder) = EmbeddedCreditReader.owner(of: parts.claims, properties)
        size = parts.size ?? exif?.size
        orientation = exif?.orientation ?? 1
        if let place = exif?.thumbnail {
            thumbnail = parts.exifStart.map { place.lowerBound + $0..<place.upperBound + $0 }
        }
    }

    private static func first(_ texts: [String]) -> String { texts.first { !$0.isEmpty } ?? "" }
}
