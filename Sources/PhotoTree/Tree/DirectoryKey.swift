/// Identifies a directory of the tree across remounts and renames.
public indirect enum DirectoryKey: Hashable, Sendable {
    case root
    case standing(StandingDirectory)
    /// By its display name.
    case country(String)
    case place(PlaceID)
    case numbered(NumberedDirectory, NodeNumber)
    /// A directory that waits for the name that makes it one of this kind; never in the catalog.
    case placeholder(NumberedDirectory, NodeNumber)
    /// The photos of a topic that also have this tag, which is normalised.
    case tag(String, of: NodeNumber)
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
        case .standing(let directory): .standing(directory.branch)
        case .country, .place: .places
        case .numbered(let kind, _), .placeholder(let kind, _): .standing(kind.parent.branch)
        case .tag: .tags
        case .smallRenditions(let list): list.branch
        }
    }

    /// The directory whose photos this one shows in another form; else itself.
    public var list: DirectoryKey {
        if case .smallRenditions(let list) = self { list } else { self }
    }

    /// What holds of its listing; nil for a directory that shows none.
    public var listing: ListingShape? {
        switch self {
        case .standing(let directory): directory.listing
        case .place: ListingShape(files: .ofPhotos, hasSidecars: true, isAwaited: true, amount: .perPlace)
        case .numbered(let kind, _): kind.listing
        case .tag: ListingShape(files: .ofPhotos, hasSidecars: true)
        case .root, .country, .placeholder, .smallRenditions: nil
        }
    }
}

extension DirectoryKey {
    public static let places = standing(.places)
    public static let tags = standing(.tags)
    public static let recents = standing(.recents)
    public static let pins = standing(.pins)
    public static let searches = standing(.searches)
    public static let albums = standing(.albums)
    /// `.placesfs`
    public static let state = standing(.state)
    /// `.placesfs/cached`
    public static let cached = standing(.cached)

    public static func topic(_ number: NodeNumber) -> DirectoryKey { .numbered(.topic, number) }
    public static func pin(_ number: NodeNumber) -> DirectoryKey { .numbered(.pin, number) }
    public static func search(_ number: NodeNumber) -> DirectoryKey { .numbered(.search, number) }
    public static func album(_ number: NodeNumber) -> DirectoryKey { .numbered(.album, number) }
}

// Keys as the catalog stores them: both directions stand here.
extension DirectoryKey {
    /// What texts begin with, besides the words of the kinds with a row.
    private enum Word: String {
        case country, place, tag, small
    }

    /// A stable text for the catalog: "place:woe:615702".
    public var text: String {
        switch self {
        case .root: "root"
        case .standing(let directory): directory.rawValue
        case .country(let name): Self.text(.country, name)
        case .place(let id): Self.text(.place, id.rawValue)
        case .numbered(let kind, let number): "\(kind.rawValue):\(number.rawValue)"
        case .placeholder(.pin, let number): "placeholder:\(number.rawValue)"
        case .placeholder(let kind, let number): "\(kind.rawValue)-placeholder:\(number.rawValue)"
        case .tag(let tag, let topic): Self.text(.tag, "\(topic.rawValue)/\(tag)")
        case .smallRenditions(let list): Self.text(.small, list.text)
        }
    }

    private static func text(_ word: Word, _ rest: String) -> String { word.rawValue + ":" + rest }

    /// The key that has exactly this text; nil for other texts, and for directories that no catalog has.
    public init?(stored text: String) {
        // Byte by byte: as a Character, the separator may be joined with a mark behind it.
        let bytes = text.utf8
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        let rest = colon.map { String(Substring(bytes[bytes.index(after: $0)...])) } ?? ""
        guard let key = Self.key(String(Substring(bytes[..<(colon ?? bytes.endIndex)])), rest),
            key.text.utf8.elementsEqual(bytes)
        else { return nil }
        self = key
    }

    private static func key(_ word: String, _ rest: String) -> DirectoryKey? {
        if let directory = StandingDirectory(rawValue: word) { return .standing(directory) }
        if let kind = NumberedDirectory(rawValue: word) {
            return UInt64(rest).map { .numbered(kind, NodeNumber($0)) }
        }
        guard let word = Word(rawValue: word) else { return nil }
        switch word {
        case .country: return .country(rest)
        case .place: return .place(PlaceID(rest))
        case .tag:
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.utf8.endIndex
            guard slash < rest.utf8.endIndex, let topic = UInt64(Substring(rest.utf8[..<slash])) else { return nil }
            return .tag(String(Substring(rest.utf8[rest.utf8.index(after: slash)...])), of: NodeNumber(topic))
        case .small:
            guard let key = DirectoryKey(stored: rest), key == key.list else { return nil }
            return .smallRenditions(of: key)
        }
    }
}

/// A directory that every mount has once. To add one: a case and its row. The names of the cases are words of the
/// catalog, and the numbers of the rows are inode numbers: neither ever changes.
public enum StandingDirectory: String, Hashable, Sendable, CaseIterable {
    // In the order of lists.
    case places, tags, recents, pins, searches, albums, state, cached

    private var row: Row {
        switch self {
        case .places: Row(1, "places")
        case .tags: Row(2, "tags")
        case .recents:
            Row(3, "recents", isPersonal: true, ListingShape(files: .ofPhotos, hasSidecars: true, isRanked: true))
        case .pins: Row(4, "pins", isPersonal: true)
        case .searches: Row(7, "search", isPersonal: true)
        case .albums: Row(8, "albums", isPersonal: true)
        case .state: Row(5, ".placesfs", isListed: false)
        case .cached: Row(6, "cached", in: .state, ListingShape(isCounted: false))
        }
    }

    private struct Row {
        var number: UInt64
        var name: String
        var parent: StandingDirectory?
        var isListed: Bool
        var isPersonal: Bool
        var listing: ListingShape?

        init(
            _ number: UInt64, _ name: String, in parent: StandingDirectory? = nil, isListed: Bool = true,
            isPersonal: Bool = false, _ listing: ListingShape? = nil
        ) {
            self.number = number
            self.name = name
            self.parent = parent
            self.isListed = isListed
            self.isPersonal = isPersonal
            self.listing = listing
        }
    }

    public var number: NodeNumber { NodeNumber(NodeNumber.firstFixed.rawValue + row.number) }
    /// Its name in its parent.
    public var name: String { row.name }
    /// The directory that it stands in; nil for the root.
    public var parent: StandingDirectory? { row.parent }
    /// If not, it is found by its name alone.
    public var isListed: Bool { row.isListed }
    /// Whether it holds what one user looked at or made: a mount for all users has none of these.
    public var isPersonal: Bool { row.isPersonal }
    /// What holds of its listing; nil for a directory that shows none.
    public var listing: ListingShape? { row.listing }

    /// What stands in a directory, in the order of lists; in the root for nil.
    public static func below(_ parent: StandingDirectory?) -> [StandingDirectory] { children[parent] ?? [] }

    private static let children = Dictionary(grouping: allCases, by: \.parent)

    /// The directory of the root that it is, or is below.
    public var branch: StandingDirectory { parent?.branch ?? self }
}

/// A kind of directory that comes and goes, and is known by its number: that stays when the directory is renamed or
/// moved. To add one: a case and its row. The names of the cases are words of the catalog and never change.
public enum NumberedDirectory: String, Hashable, Sendable, CaseIterable {
    case topic, pin, search, album

    private var row: (parent: StandingDirectory, listing: ListingShape) {
        switch self {
        case .topic: (.tags, ListingShape(files: [.map, .mapPage, .hidden], amount: .newest))
        case .pin: (.pins, ListingShape(files: .ofPhotos + [.newCollection], hasSidecars: true, amount: .perPin))
        case .search: (.searches, ListingShape(files: .ofPhotos + [.newCollection], hasSidecars: true, amount: .named))
        case .album: (.albums, ListingShape(files: .ofPhotos, hasSidecars: true, isNamedByHand: true))
        }
    }

    /// The directory that it stands in.
    public var parent: StandingDirectory { row.parent }
    public var listing: ListingShape { row.listing }
}

/// What holds of a directory's listing wherever it is: in the catalog, in memory, in what the kernel is told of it.
public struct ListingShape: Hashable, Sendable {
    /// The files that we write about the listing. Each version of it gives them other numbers.
    public var files: [GeneratedFile] = []
    /// Photos have sidecars beside them, if the user wants sidecars.
    public var hasSidecars = false
    /// Names begin with the photo's place in the list.
    public var isRanked = false
    /// Whether its directory is one more that lists the photos, as their st_nlink counts them. If not, it shows photos
    /// that others list, in whatever folder those are.
    public var isCounted = true
    /// Who looked up a photo before the first listing has waited for that listing, so the kernel has cached none of its
    /// names as absent.
    public var isAwaited = false
    /// Names are those that a user gave, in their order. If not, they come from titles, in the order of the source.
    public var isNamedByHand = false
    /// How many photos a source is asked for; nil where no source fills it.
    public var amount: PhotoAmount?
}

/// How many photos of a directory a source is asked for, by the options of the mount.
public enum PhotoAmount: Hashable, Sendable {
    /// As many as a place or a pin may have; more are not shown.
    case perPlace, perPin
    /// As many as its name says, else as a pin may have.
    case named
    /// The newest, however many places and pins may have.
    case newest
}

extension [GeneratedFile] {
    /// About a list of photos.
    static let ofPhotos: Self = [.map, .mapPage, .credits, .hidden]
}
