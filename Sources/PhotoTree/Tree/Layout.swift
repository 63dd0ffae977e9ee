/// The visible tree from root to leaf, in one table: what each kind of directory shows besides its own entries, and
/// what it lets a user do.
public enum Layout {
    /// What a directory is like, whatever it holds at the moment.
    public struct Shape: Sendable {
        /// Directories that are always there, by name.
        public var directories: [(name: String, key: DirectoryKey)] = []
        public var generated: [GeneratedFile] = []
        /// Answered by name, absent from listings.
        public var unlistedDirectories: [(name: String, key: DirectoryKey)] = []
        public var unlisted: [GeneratedFile] = []
        /// Shows photos, and their sidecars if the user wants them.
        public var listsPhotos = false
        public var hasSidecars = false
        /// mkdir and rmdir are the way to change it.
        public var takesDirectories = false
        /// rm takes photos off it, and is answered for the files we write as if it did.
        public var takesRemovals = false
        /// The content is what users made of it, so the time alone never makes it stale.
        public var isLasting = false

        /// Whether something can be made or removed in it.
        public var takesChanges: Bool { takesDirectories || takesRemovals }
    }

    public static func shape(of directory: DirectoryKey) -> Shape {
        switch directory {
        case .root:
            Shape(
                directories: [("places", .places), ("tags", .tags), ("recents", .recents), ("pins", .pins)],
                generated: [.readme], unlistedDirectories: [(".placesfs", .state)],
                unlisted: [.cacheTag, .noMedia, .trackerIgnore])
        case .places, .country:
            Shape(generated: [.map, .mapPage, .hidden], takesDirectories: true)
        case .place:
            Shape(generated: [.map, .mapPage, .credits, .hidden], listsPhotos: true, hasSidecars: true)
        case .tags:
            Shape(takesDirectories: true)
        case .topic:
            Shape(generated: [.map, .mapPage])
        case .tag:
            Shape(generated: [.map, .mapPage, .credits, .hidden], listsPhotos: true, hasSidecars: true)
        case .recents:
            Shape(
                generated: [.map, .mapPage, .credits, .hidden], listsPhotos: true, hasSidecars: true,
                takesRemovals: true,
                isLasting: true)
        case .pins:
            Shape(generated: [.map, .mapPage, .hidden], takesDirectories: true, takesRemovals: true)
        case .pin:
            Shape(
                generated: [.map, .mapPage, .credits, .hidden, .newCollection], listsPhotos: true, hasSidecars: true,
                takesRemovals: true, isLasting: true)
        case .placeholder:
            Shape(generated: [.readme], takesRemovals: true)
        case .state:
            Shape(directories: [("cached", .cached)], generated: [.status, .statusJSON, .metrics, .version])
        case .cached:
            Shape(listsPhotos: true)
        }
    }

    /// Rendered anew at each open, so read without the page cache.
    public static func isLive(_ file: GeneratedFile) -> Bool {
        switch file {
        case .readme, .status, .statusJSON, .metrics: true
        case .map, .mapPage, .credits, .hidden, .noImages, .newCollection, .collectionTrigger, .version, .cacheTag,
            .noMedia, .trackerIgnore:
            false
        }
    }
}
