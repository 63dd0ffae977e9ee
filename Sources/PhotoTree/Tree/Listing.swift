/// The content of a directory of photos as far as it is known, with the names it shows.
public struct Listing: Hashable, Sendable {
    public var directory: DirectoryKey
    /// Grows with every change of what is listed or of what is shown of it.
    public var version: Int64
    public var entries: [ListingEntry]
    /// How many photos the source says it has.
    public var total: Int?
    /// When the source last answered.
    public var refreshed: Timestamp
    /// When the entries last changed: the directory's mtime.
    public var changed: Timestamp
    /// Numbers of the generated files of this version.
    public var generated: [GeneratedFile: NodeNumber]
    /// How many photos more are known here, which the options of the mount exclude.
    public var hidden: Int
    /// Whether the source was asked under other options: it may have what these lack.
    public var isOfOtherOptions: Bool

    public init(
        directory: DirectoryKey, version: Int64, entries: [ListingEntry], total: Int?, refreshed: Timestamp,
        changed: Timestamp, generated: [GeneratedFile: NodeNumber], hidden: Int = 0, isOfOtherOptions: Bool = false
    ) {
        self.directory = directory
        self.version = version
        self.entries = entries
        self.total = total
        self.refreshed = refreshed
        self.changed = changed
        self.generated = generated
        self.hidden = hidden
        self.isOfOtherOptions = isOfOtherOptions
    }
}

/// A photo with its name in one directory.
public struct ListingEntry: Hashable, Sendable {
    /// Unique in its directory in NFC without case; ends in `.jpg`.
    public var name: String
    public var photo: Photo
    /// The photo's number, the same in every directory.
    public var number: NodeNumber
    public var sidecarNumber: NodeNumber
    /// How many directories list the photo.
    public var directoryCount: Int
    /// When the photo was last viewed, in any directory.
    public var viewed: Timestamp?

    public init(
        name: String, photo: Photo, number: NodeNumber, sidecarNumber: NodeNumber, directoryCount: Int,
        viewed: Timestamp? = nil
    ) {
        self.name = name
        self.photo = photo
        self.number = number
        self.sidecarNumber = sidecarNumber
        self.directoryCount = directoryCount
        self.viewed = viewed
    }
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

    private static let ofPhotos: [GeneratedFile] = [.map, .mapPage, .credits, .hidden]
    fileprivate static let place = ListingShape(files: ofPhotos, hasSidecars: true, isAwaited: true)
    fileprivate static let topic = ListingShape(files: [.map, .mapPage])
    fileprivate static let tag = ListingShape(files: ofPhotos, hasSidecars: true)
    fileprivate static let recents = ListingShape(files: ofPhotos, hasSidecars: true, isRanked: true)
    fileprivate static let pin = ListingShape(files: ofPhotos + [.newCollection], hasSidecars: true)
    fileprivate static let search = pin
    fileprivate static let album = ListingShape(files: ofPhotos, hasSidecars: true, isNamedByHand: true)
    fileprivate static let cached = ListingShape(isCounted: false)
}

extension DirectoryKey {
    /// Nil for a directory that shows no listing.
    public var listing: ListingShape? {
        switch self {
        case .place: .place
        case .topic: .topic
        case .tag: .tag
        case .recents: .recents
        case .pin: .pin
        case .search: .search
        case .album: .album
        case .cached: .cached
        case .root, .places, .country, .tags, .pins, .placeholder, .searches, .searchPlaceholder, .albums,
            .albumPlaceholder, .state, .smallRenditions:
            nil
        }
    }
}

extension Listing {
    public var shape: ListingShape { directory.listing ?? ListingShape() }
}
