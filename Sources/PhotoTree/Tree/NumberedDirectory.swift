/// A kind of directory that comes and goes, and is known by its number: that stays when the directory is renamed or moved.
/// To add one: a case and its row. The names of the cases are words of the catalog and never change.
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
