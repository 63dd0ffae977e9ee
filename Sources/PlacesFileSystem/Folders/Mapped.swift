import PhotoTree

/// A folder whose map shows directories.
protocol Mapped: Folder {
    var map: FolderMap { get }
}

/// A folder with a file of ours that only this kind has, or that says something else here.
protocol TextWriting: Folder {
    /// Nil for files that are the same everywhere. `listing` is what the file is about, if the folder shows one.
    func text(of file: GeneratedFile, _ listing: Listing?) -> String?
}

/// A map of directories.
struct FolderMap: Sendable {
    /// The directories whose counts of photos the map shows.
    var directories: [DirectoryKey]
    /// While this and the counts stay the same, so does the map.
    var version: Int64
    /// When the list itself last changed.
    var modified: @Sendable () -> Timestamp
    var features: @Sendable () -> [PlaceFeature]
}
