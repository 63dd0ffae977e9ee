import PhotoTree

/// The mountpoint. It is its own parent.
struct RootFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .root }
    var parent: DirectoryKey? { .root }
    var name: String { "" }
    var path: String { folders.settings.mountpoint }

    /// A mount for all users has no collections.
    var shape: Layout.Shape {
        var shape = Layout.shape(of: key)
        if !folders.settings.hasCollections {
            shape.directories.removeAll { $0.key == .recents || $0.key == .pins }
        }
        return shape
    }
}
