import PhotoTree

/// The mountpoint. It is its own parent.
struct RootFolder: Folder {
    let listings: Listings

    var key: DirectoryKey { .root }
    var parent: DirectoryKey? { .root }
    var name: String { "" }

    /// A mount for all users has no collections.
    var shape: Shape { settings.hasCollections ? Self.own : Self.forAll }

    private static let own = shape([
        ("places", .places), ("tags", .tags), ("recents", .recents), ("pins", .pins), ("search", .searches),
        ("albums", .albums),
    ])
    private static let forAll = shape([("places", .places), ("tags", .tags)])

    private static func shape(_ directories: [(name: String, key: DirectoryKey)]) -> Shape {
        Shape(
            directories: directories, unlistedDirectories: [(".placesfs", .state)], files: [.readme],
            unlistedFiles: [.cacheTag, .noMedia, .trackerIgnore], tellsOfMount: true)
    }
}
