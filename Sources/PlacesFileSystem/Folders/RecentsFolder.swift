import PhotoTree

/// `recents/`: the photos viewed last.
struct RecentsFolder: PhotoFolder {
    let folders: Folders

    var key: DirectoryKey { .recents }
    var parent: DirectoryKey? { .root }
    var name: String { "recents" }
    var heading: (title: String, subtitle: String) { ("Recents", "") }
    var attributes: [(name: String, value: String)] { counted("recents", summary?.count) }

    /// `No Images` would blame the source.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool { file != .noImages }
}
