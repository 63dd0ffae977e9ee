import PhotoTree

/// `.placesfs`: what is going on.
struct StateFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .state }
    var parent: DirectoryKey? { .root }
    var name: String { ".placesfs" }
    var isPrivate: Bool { true }
}

/// `.placesfs/cached`: every photo that can be read without a network, whatever listed it.
struct CachedFolder: PhotoFolder {
    let folders: Folders

    var key: DirectoryKey { .cached }
    var parent: DirectoryKey? { .state }
    var name: String { "cached" }
    var attributes: [(name: String, value: String)] { counted("cached", summary?.count) }

    /// The source has nothing to do with it.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool { file != .noImages }
    var isPrivate: Bool { true }

    func state(_ files: PlacesFileSystem) async -> String? {
        await files.stateOfListing(key)
    }
}
