/// A photo in the simulator; how much of it an answer shows depends on the method and the requested extras.
public struct SimulatedPhoto: Sendable, Hashable, Codable {
    /// The two simulated services.
    public enum Service: String, Sendable, Hashable, Codable {
        case flickr, commons
    }

    public enum Media: String, Sendable, Hashable, Codable {
        case photo, video
    }

    public var id: String
    /// Part of every image address but the original's; see `Library.changeSecret(of:)`.
    public var secret: String
    public var server: String
    public var farm: Int
    /// The owner's NSID ("12037949754@N01").
    public var owner: String
    public var ownerName: String
    public var realName: String
    public var pathAlias: String?
    public var title: String
    /// HTML, as Flickr stores it.
    public var description: String
    /// As the owner typed them; lists show them normalised.
    public var tags: [String]
    public var license: String
    /// Unix seconds.
    public var uploaded: Int64
    /// Unix seconds.
    public var updated: Int64
    /// Local time without a zone, "2019-05-04 18:20:11".
    public var taken: String
    /// 0 second, 4 month, 6 year, 8 circa.
    public var takenGranularity: Int
    public var takenUnknown: Bool
    public var position: SimulatedPosition?
    /// 1 (world) … 16 (street).
    public var accuracy: Int
    /// The woeid of the `SimulatedPlace` where it was taken.
    public var woeid: String?
    public var views: Int
    public var media: Media
    /// Smallest first.
    public var renditions: [SimulatedRendition]
    /// How often its image was replaced: each time with other bytes, length and ETag at the same address.
    public var version: Int
    /// The file that the hosts send as each of its images; nil: a made one.
    public var file: [UInt8]?
    /// The only service that has it; nil: both.
    public var only: Service?
    /// The contents of its page at Commons where they do not follow from the rest.
    public var commons: CommonsPage?

    public init(
        id: String, title: String = "", description: String = "", tags: [String] = [],
        secret: String = "0123456789", server: String = "65535", farm: Int = 66, owner: String = "12345678@N00",
        ownerName: String = "Simulated Owner", realName: String = "", pathAlias: String? = nil,
        license: String = "0", uploaded: Int64 = 1_700_000_000, updated: Int64 = 1_700_000_000,
        taken: String = "2023-11-14 12:00:00", takenGranularity: Int = 0, takenUnknown: Bool = false,
        position: SimulatedPosition? = nil, accuracy: Int = 16, woeid: String? = nil, views: Int = 0,
        media: Media = .photo,
        renditions: [SimulatedRendition] = RenditionLadder.renditions(ofWidth: 1024, height: 768),
        version: Int = 0, only: Service? = nil, commons: CommonsPage? = nil
    ) {
        self.id = id
        self.secret = secret
        self.server = server
        self.farm = farm
        self.owner = owner
        self.ownerName = ownerName
        self.realName = realName
        self.pathAlias = pathAlias
        self.title = title
        self.description = description
        self.tags = tags
        self.license = license
        self.uploaded = uploaded
        self.updated = updated
        self.taken = taken
        self.takenGranularity = takenGranularity
        self.takenUnknown = takenUnknown
        self.position = position
        self.accuracy = accuracy
        self.woeid = woeid
        self.views = views
        self.media = media
        self.renditions = renditions
        self.version = version
        self.only = only
        self.commons = commons
    }

    /// Tags in the form that lists show and searches compare.
    var normalisedTags: [String] {
        tags.map(Self.normalised(tag:))
    }

    /// "Eastern Sierra" becomes "easternsierra"; a machine tag keeps only the two signs that divide it (recorded:
    /// "vision:sky=0971").
    static func normalised(tag: String) -> String {
        let lowered = tag.lowercased()
        var signs = [":", "="] as [Character]
        if let colon = lowered.firstIndex(of: ":"), let equals = lowered.firstIndex(of: "="), colon < equals {
            return String(
                lowered.filter { character in
                    if character == signs.first {
                        signs.removeFirst()
                        return true
                    }
                    return character.isLetter || character.isNumber
                })
        }
        return String(lowered.filter { $0.isLetter || $0.isNumber })
    }
}
