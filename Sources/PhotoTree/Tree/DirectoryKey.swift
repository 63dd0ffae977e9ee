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
}

// Keys as the catalog stores them: both directions stand here, and neither compiles without a word for each case.
extension DirectoryKey {
    /// What texts begin with.
    private enum Word: String {
        case root, places, country, place, tags, topic, tag, recents, pins, pin, placeholder, searches, search
        case searchPlaceholder = "search-placeholder"
        case albums, album
        case albumPlaceholder = "album-placeholder"
        case state, cached, small
    }

    /// A stable text for the catalog: "place:woe:615702".
    public var text: String {
        switch self {
        case .root: Self.text(.root)
        case .places: Self.text(.places)
        case .country(let name): Self.text(.country, name)
        case .place(let id): Self.text(.place, id.rawValue)
        case .tags: Self.text(.tags)
        case .topic(let number): Self.text(.topic, number)
        case .tag(let tag, let topic): Self.text(.tag, "\(topic.rawValue)/\(tag)")
        case .recents: Self.text(.recents)
        case .pins: Self.text(.pins)
        case .pin(let number): Self.text(.pin, number)
        case .placeholder(let number): Self.text(.placeholder, number)
        case .searches: Self.text(.searches)
        case .search(let number): Self.text(.search, number)
        case .searchPlaceholder(let number): Self.text(.searchPlaceholder, number)
        case .albums: Self.text(.albums)
        case .album(let number): Self.text(.album, number)
        case .albumPlaceholder(let number): Self.text(.albumPlaceholder, number)
        case .state: Self.text(.state)
        case .cached: Self.text(.cached)
        case .smallRenditions(let list): Self.text(.small, list.text)
        }
    }

    private static func text(_ word: Word) -> String { word.rawValue }

    private static func text(_ word: Word, _ rest: String) -> String { word.rawValue + ":" + rest }

    private static func text(_ word: Word, _ number: NodeNumber) -> String { text(word, "\(number.rawValue)") }

    /// The key that has exactly this text; nil for other texts, and for directories that no catalog has.
    public init?(stored text: String) {
        // Byte by byte: as a Character, the separator may be joined with a mark behind it.
        let bytes = text.utf8
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let rest = colon.map { String(Substring(bytes[bytes.index(after: $0)...])) } ?? ""
        guard let word = Word(rawValue: String(Substring(bytes[..<(colon ?? bytes.endIndex)]))),
            let key = Self.key(word, rest), key.text.utf8.elementsEqual(bytes)
        else { return nil }
        self = key
    }

    private static func key(_ word: Word, _ rest: String) -> DirectoryKey? {
        let number = UInt64(rest).map { NodeNumber($0) }
        switch word {
        case .root, .placeholder, .searchPlaceholder, .albumPlaceholder: return nil
        case .places: return .places
        case .country: return .country(rest)
        case .place: return .place(PlaceID(rest))
        case .tags: return .tags
        case .topic: return number.map { .topic($0) }
        case .tag:
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.utf8.endIndex
            guard slash < rest.utf8.endIndex, let topic = UInt64(Substring(rest.utf8[..<slash])) else { return nil }
            return .tag(String(Substring(rest.utf8[rest.utf8.index(after: slash)...])), of: NodeNumber(topic))
        case .recents: return .recents
        case .pins: return .pins
        case .pin: return number.map { .pin($0) }
        case .searches: return .searches
        case .search: return number.map { .search($0) }
        case .albums: return .albums
        case .album: return number.map { .album($0) }
        case .state: return .state
        case .cached: return .cached
        case .small:
            guard let key = DirectoryKey(stored: rest), key == key.list else { return nil }
            return .smallRenditions(of: key)
        }
    }
}
