/// A directory that every mount has once. To add one: a case and its row. The names of the cases are words of the catalog,
/// and the numbers of the rows are inode numbers: neither ever changes.
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
