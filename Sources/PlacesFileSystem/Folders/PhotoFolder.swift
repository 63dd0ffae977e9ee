import PhotoTree

/// A directory of photos.
protocol PhotoFolder: Folder {
    /// How many photos the folder shows, and when they last changed; nil while it was never listed.
    var photos: (count: Int, modified: Timestamp)? { get }
    /// The modification time of a folder that was never listed: when its parent last got or lost a folder.
    var joined: Timestamp { get }
}

extension PhotoFolder {
    var shape: Shape { .photos(key) }
    var version: Int64 { shownVersion ?? 0 }
    var summary: DirectoryTable.Summary? { folders.directories.summary(of: key) }
    var photos: (count: Int, modified: Timestamp)? { summary.map { ($0.count, $0.changed) } }
    var joined: Timestamp { folders.began }

    var extent: (count: Int, modified: Timestamp) {
        guard let (count, modified) = photos else { return (0, joined) }
        let files = files(isEmpty: count == 0, isLoading: isLoading)
        let perPhoto = key.listing?.hasSidecars == true && folders.settings.sidecars == .listed ? 2 : 1
        return (files.count + count * perPhoto, modified)
    }
}
