/// A photo's metadata as its source's listing gives it. Texts are untrusted; `FileName` and `PhotoXattrs` make names
/// and attributes from them that are safe.
public struct Photo: Hashable, Sendable, Codable {
    public var id: PhotoID
    /// The exact title; may be empty.
    public var title: String
    /// The description as plain text, whole; may be empty.
    public var description: String
    /// The owner's identifier at the source.
    public var owner: String
    /// The owner's name as they write it; may be empty.
    public var ownerName: String
    public var license: License?
    /// When it was taken: its local date, read as UTC so that time zones never change it.
    public var taken: Timestamp?
    public var uploaded: Timestamp?
    public var coordinate: Coordinate?
    /// 1 (world) … 16 (street), where the source says.
    public var accuracy: Int?
    /// Normalised tags, in the source's order.
    public var tags: [String]
    public var views: Int?
    /// The photo's page at the source.
    public var pageURL: String
    /// The renditions that the listing names, smallest first.
    public var renditions: [Rendition]
    /// Values that only this source has, by their xattr names without `user.` ("flickr.woeid").
    public var sourceAttributes: [String: String]

    /// All machine tags ("vision:outdoor=064"), where the source has some; attributes may have only the first ones.
    var machineTags: [Substring] {
        let list = sourceAttributes.filter { $0.key.hasSuffix(".machine_tags") }.min { $0.key < $1.key }?.value
        return list?.split(separator: " ") ?? []
    }

    public init(
        id: PhotoID, title: String = "", description: String = "", owner: String = "", ownerName: String = "",
        license: License? = nil, taken: Timestamp? = nil, uploaded: Timestamp? = nil, coordinate: Coordinate? = nil,
        accuracy: Int? = nil, tags: [String] = [], views: Int? = nil, pageURL: String = "",
        renditions: [Rendition] = [], sourceAttributes: [String: String] = [:]
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.owner = owner
        self.ownerName = ownerName
        self.license = license
        self.taken = taken
        self.uploaded = uploaded
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.tags = tags
        self.views = views
        self.pageURL = pageURL
        self.renditions = renditions
        self.sourceAttributes = sourceAttributes
    }
}

extension Photo {
    /// Whether the source names other files here than in an earlier description of the photo: it has replaced the
    /// image, or made new addresses for it.
    ///
    /// Where both tell a file's digest (Wikimedia Commons does for originals), the digests decide: a renamed file has
    /// other addresses and the same bytes. Elsewhere the names at the end of the addresses do: Flickr's contain the
    /// photo's secret. Hosts and parameters may differ.
    public func namesOtherFiles(than before: Photo) -> Bool {
        let pairs = renditions.compactMap { now in before.renditions.first { $0.name == now.name }.map { (now, $0) } }
        let digests = pairs.compactMap { now, then in now.digest.flatMap { new in then.digest.map { new != $0 } } }
        guard digests.isEmpty else { return digests.contains(true) }
        return pairs.contains { !$0.fileName.elementsEqual($1.fileName) }
    }
}

extension Rendition {
    /// The last part of the address, without its query.
    fileprivate var fileName: Substring.UTF8View {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { path[path.index(after: $0)...] } ?? path
    }
}

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

    // By bytes, as databases compare them: one's own files may have names that read the same and are two.
    public static func == (left: PhotoID, right: PhotoID) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }

    // The standard library's would compare the texts.
    public static func != (left: PhotoID, right: PhotoID) -> Bool { !(left == right) }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public static func < (left: PhotoID, right: PhotoID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
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
