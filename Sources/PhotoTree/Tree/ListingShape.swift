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
