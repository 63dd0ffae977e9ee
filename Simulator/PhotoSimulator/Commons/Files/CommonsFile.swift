/// A photo as a file of Commons: its name, address and categories there.
public struct CommonsFile: Sendable, Hashable {
    public let photo: SimulatedPhoto
    /// "Sunset over the Seine.jpg".
    public let name: String
    public let pageID: Int
    /// In the page's order, hidden ones last.
    public let categories: [String]
    public let hiddenCategories: [String]
    /// The name with underscores, as in addresses.
    let key: String
    /// The original's width in pixels.
    public let width: Int
    public let height: Int

    /// The only widths of thumbnails since 2026 (mediawiki.org, Common thumbnail sizes); others are refused.
    public static let thumbnailWidths = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840]

    init(_ photo: SimulatedPhoto, name: String, pageID: Int) {
        self.photo = photo
        self.name = name
        self.pageID = pageID
        key = WikiTitle.key(name)
        categories = photo.commons?.categories ?? photo.tags.compactMap(Self.category(tag:)).withoutRepetitions
        hiddenCategories =
            photo.commons?.hiddenCategories ?? CommonsLicense(of: photo).category.map { [$0] } ?? []
        let original = Self.original(of: photo)
        let isUnmeasured = photo.commons?.isUnmeasured ?? false
        width = isUnmeasured ? 0 : original.width
        height = isUnmeasured ? 0 : original.height
    }

    /// "File:Sunset over the Seine.jpg".
    public var title: String { "File:\(name)" }

    public var mimeType: String {
        photo.commons?.mimeType ?? (photo.media == .video ? "video/webm" : "image/jpeg")
    }

    /// The address of its page at the real Commons.
    public var pageAddress: String {
        "https://commons.wikimedia.org/wiki/File:" + WikiTitle.encodedPage(key)
    }

    /// "/wikipedia/commons/a/ab/Sunset_over_the_Seine.jpg": the folders are the first digits of the name's MD5.
    public var originalPath: String {
        "/wikipedia/commons/\(folders)/\(WikiTitle.encodedPath(key))"
    }

    /// The address of a thumbnail; its last part shortens long names (as Wikimedia does beyond 160 bytes).
    public func thumbnailPath(_ width: Int) -> String {
        let last = WikiTitle.encodedPath("\(width)px-\(thumbnailName)")
        return "/wikipedia/commons/thumb/\(folders)/\(WikiTitle.encodedPath(key))/\(last)"
    }

    /// The size of a thumbnail of this width; nil where the original is no larger. A photo that is stored on its side
    /// is turned in its own width, too.
    public func thumbnail(_ width: Int) -> (width: Int, height: Int)? {
        guard width < self.width || width == self.width && isTurned else { return nil }
        return (width, max(1, Int((Double(height) * Double(width) / Double(max(self.width, 1))).rounded())))
    }

    var isTurned: Bool { photo.commons?.isTurned == true }

    var thumbnailName: String {
        let name = mimeType == "image/jpeg" ? key : "-\(key).jpg"
        return name.utf8.count > 160 ? "thumbnail.jpg" : name
    }

    private var folders: String {
        let digest = Digest.md5(Array(key.utf8))
        return "\(digest.prefix(1))/\(digest.prefix(2))"
    }

    /// Flickr's original, or else one with edges twice as long as those of Flickr's largest size.
    private static func original(of photo: SimulatedPhoto) -> SimulatedRendition {
        if let original = photo.renditions.first(where: { $0.suffix == "o" }) { return original }
        let largest = photo.renditions.max { $0.width * $0.height < $1.width * $1.height }
        return SimulatedRendition(
            suffix: "o", width: 2 * (largest?.width ?? 512), height: 2 * (largest?.height ?? 384))
    }

    /// A category made of a tag: with a capital first letter, without characters that a title must not have.
    static func category(tag: String) -> String? {
        let name = WikiTitle.fileName(from: tag)
        return name.isEmpty ? nil : name
    }
}

extension [String] {
    /// The elements in order, each only once.
    var withoutRepetitions: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
