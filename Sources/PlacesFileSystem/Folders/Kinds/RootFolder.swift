import PhotoTree

/// The mountpoint. It is its own parent.
struct RootFolder: Folder {
    let listings: Listings

    var key: DirectoryKey { .root }
    var parent: DirectoryKey? { .root }
    var name: String { "" }

    var shape: Shape {
        Shape(files: [.readme], unlistedFiles: [.cacheTag, .noMedia, .trackerIgnore], tellsOfMount: true)
    }
}
