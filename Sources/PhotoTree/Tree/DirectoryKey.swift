/// Identifies a directory of the tree across remounts and renames.
public indirect enum DirectoryKey: Hashable, Sendable, Codable {
    case root
    case places
    /// By its display name.
    case country(String)
    case place(PlaceID)
    case tags
    /// By its directory's number, which it keeps when it is renamed.
    case topic(NodeNumber)
    /// The photos of a topic that also have this tag, which is normalised.
    case tag(String, of: NodeNumber)
    case recents
    case pins
    /// By its directory's number, which it keeps when it is moved.
    case pin(NodeNumber)
    /// A directory under `pins/` that waits for a name that makes it a pin; never in the catalog.
    case placeholder(NodeNumber)
    case searches
    /// By its directory's number, which it keeps when it is renamed.
    case search(NodeNumber)
    /// A directory under `search/` that waits for a name that is a query; never in the catalog.
    case searchPlaceholder(NodeNumber)
    case albums
    /// By its directory's number, which it keeps when it is renamed.
    case album(NodeNumber)
    /// A directory under `albums/` that waits for a name; never in the catalog.
    case albumPlaceholder(NodeNumber)
    /// `.placesfs`
    case state
    /// `.placesfs/cached`
    case cached
    /// `.small` in a folder of photos.
    case smallRenditions(of: DirectoryKey)

    public var isRoot: Bool { self == .root }

    /// The directory whose listing this one shows: itself, or the directory that it is a part of.
    public var listingKey: DirectoryKey {
        switch self {
        case .tag(_, let topic): .topic(topic)
        case .smallRenditions(let list): list.listingKey
        default: self
        }
    }

    /// The folder of the root that this one is, or is below; the root itself for the root.
    public var branch: DirectoryKey {
        switch self {
        case .root: .root
        case .places, .country, .place: .places
        case .tags, .topic, .tag: .tags
        case .recents: .recents
        case .pins, .pin, .placeholder: .pins
        case .searches, .search, .searchPlaceholder: .searches
        case .albums, .album, .albumPlaceholder: .albums
        case .state, .cached: .state
        case .smallRenditions(let list): list.branch
        }
    }

    /// The directory whose photos this one shows in another form; else itself.
    public var list: DirectoryKey {
        if case .smallRenditions(let list) = self { list } else { self }
    }

    /// A stable text for the catalog: "place:woe:615702".
    public var text: String {
        switch self {
        case .root: "root"
        case .places: "places"
        case .country(let name): "country:\(name)"
        case .place(let id): "place:\(id)"
        case .tags: "tags"
        case .topic(let number): "topic:\(number.rawValue)"
        case .tag(let tag, let topic): "tag:\(topic.rawValue)/\(tag)"
        case .recents: "recents"
        case .pins: "pins"
        case .pin(let number): "pin:\(number.rawValue)"
        case .placeholder(let number): "placeholder:\(number.rawValue)"
        case .searches: "searches"
        case .search(let number): "search:\(number.rawValue)"
        case .searchPlaceholder(let number): "search-placeholder:\(number.rawValue)"
        case .albums: "albums"
        case .album(let number): "album:\(number.rawValue)"
        case .albumPlaceholder(let number): "album-placeholder:\(number.rawValue)"
        case .state: "state"
        case .cached: "cached"
        case .smallRenditions(let list): "small:" + list.text
        }
    }
}
