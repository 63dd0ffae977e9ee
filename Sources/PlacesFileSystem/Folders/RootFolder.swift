import PhotoTree

/// The mountpoint. It is its own parent.
struct RootFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .root }
    var parent: DirectoryKey? { .root }
    var name: String { "" }
    var path: String { folders.settings.mountpoint }

    /// A mount for all users has no collections.
    var shape: Shape { folders.settings.hasCollections ? Self.own : Self.forAll }

    private static let own = shape([("places", .places), ("tags", .tags), ("recents", .recents), ("pins", .pins)])
    private static let forAll = shape([("places", .places), ("tags", .tags)])

    private static func shape(_ directories: [(name: String, key: DirectoryKey)]) -> Shape {
        Shape(
            directories: directories, unlistedDirectories: [(".placesfs", .state)], files: [.readme],
            unlistedFiles: [.cacheTag, .noMedia, .trackerIgnore], tellsOfMount: true)
    }
}
