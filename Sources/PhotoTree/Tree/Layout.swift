/// The visible tree from root to leaf, in one table: what each kind of directory shows besides its own entries, and
/// what it permits a user to do.
public enum Layout {
    /// The properties of a directory, whatever it lists at the moment.
    public struct Shape: Sendable {
        /// Directories that always exist, by name.
        public var directories: [(name: String, key: DirectoryKey)] = []
        public var generated: [GeneratedFile] = []
        /// Found by name, but absent from directory listings.
        public var unlistedDirectories: [(name: String, key: DirectoryKey)] = []
        public var unlisted: [GeneratedFile] = []
        /// Shows photos, and their sidecars if the user wants them.
        public var listsPhotos = false
        public var hasSidecars = false
        /// Users change it by mkdir and rmdir.
        public var takesDirectories = false
        /// rm removes photos from it; for the files that placesfs writes, rm succeeds without an effect.
        public var takesRemovals = false
        /// Users chose the content, so it never becomes stale by time alone.
        public var isLasting = false

        /// Whether users can make or remove entries in it.
        public var takesChanges: Bool { takesDirectories || takesRemovals }
    }

    public static func shape(of directory: DirectoryKey) -> Shape {
        switch directory {
        case .root:
            Shape(
                directories: [("places", .places), ("tags", .tags), ("recents", .recents), ("pins", .pins)],
                generated: [.readme], unlistedDirectories: [(".placesfs", .state)],
                unlisted: [.cacheTag, .noMedia, .trackerIgnore])
        case .places:
            Shape(generated: [.map, .mapPage, .hidden, .readme], takesDirectories: true)
        case .country:
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

    /// Generated again at each open, so the kernel's page cache must not keep it.
    public static func isLive(_ file: GeneratedFile) -> Bool {
        switch file {
        case .readme, .status, .statusJSON, .metrics: true
        case .map, .mapPage, .credits, .hidden, .noImages, .newCollection, .collectionTrigger, .version, .cacheTag,
            .noMedia, .trackerIgnore:
            false
        }
    }
}
