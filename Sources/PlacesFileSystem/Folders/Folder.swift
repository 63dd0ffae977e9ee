import PhotoTree

/// A directory of one kind: what it is, what it shows and what it tells of itself, as far as memory knows. There is one
/// type for each kind, in its own file; `Folders` makes them. The members here know nothing of the kernel and never
/// wait.
protocol Folder: FolderActions {
    var key: DirectoryKey { get }
    /// The parts that all folders share.
    var folders: Folders { get }
    /// The directory that this one is in; nil when it is not in the tree now.
    var parent: DirectoryKey? { get }
    /// The folder's name in its parent.
    var name: String { get }
    /// The absolute path.
    var path: String { get }
    var shape: Shape { get }
    /// If its contents are `folders`: the directories in it, in the order of listings.
    var subfolders: [(name: String, key: DirectoryKey)] { get }
    func subfolder(named name: String) -> DirectoryKey?
    /// If they are `parts`: the directories that divide its listing, in their order.
    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)]
    func part(named name: String, of loaded: LoadedListing) -> DirectoryKey?
    /// For a name that no directory in it has: what a user who types it there means.
    func meaning(of name: String) -> NameMeaning
    /// How many entries the folder shows, as far as is known, and when they last changed.
    var extent: (count: Int, modified: Timestamp) { get }
    /// The version of what the folder shows: another number means another content. For a folder above listings it also
    /// changes with the content of those, so that the maps that show them get other numbers.
    var version: Int64 { get }
    /// The version of its names and of what they lead to, without the content of our own files.
    var namesVersion: Int64 { get }
    /// Whether the folder is still in the tree, and nobody needs to be asked what it shows.
    var isShown: Bool { get }
    /// Whether another content of the folder is on its way.
    var isLoading: Bool { get }
    /// Whether its listing is old enough to be asked for again.
    func isDue(at now: Timestamp) -> Bool
    /// Whether its size is true. The size of a topic is true only after a user looked into it, and that of `cached`
    /// never.
    var isSizeKnown: Bool { get }
    /// Whether the folder still exists.
    var isThere: Bool { get }
    /// The path from the folder to a photo of its map; nil for a photo that is nowhere below the folder.
    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String?
    /// The listed attributes (`user.places.*`).
    var attributes: [(name: String, value: String)] { get }
    /// The heading of its map.
    var heading: (title: String, subtitle: String) { get }
    /// What its map shows, if it is a map of directories.
    var map: FolderMap? { get }
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

extension Folder {
    var path: String {
        let above = parent.map { folders.folder($0).path } ?? folders.settings.mountpoint
        return above + "/" + name
    }

    var shape: Shape { .plain }
    var subfolders: [(name: String, key: DirectoryKey)] { [] }
    func subfolder(named name: String) -> DirectoryKey? { nil }
    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)] { [] }
    func part(named name: String, of loaded: LoadedListing) -> DirectoryKey? {
        parts(of: loaded).first { $0.name == name }?.key
    }
    func meaning(of name: String) -> NameMeaning { .unknown }

    /// For a folder whose content never changes.
    var extent: (count: Int, modified: Timestamp) { (fixedCount, folders.began) }
    var version: Int64 { 0 }
    var namesVersion: Int64 { version }
    var isShown: Bool { hasListing ? folders.directories.summary(of: key.listingKey) != nil : true }
    var isLoading: Bool { false }
    var isSizeKnown: Bool { true }
    var isThere: Bool { true }

    func isDue(at now: Timestamp) -> Bool {
        guard !shape.isLasting, let summary = folders.directories.summary(of: key) else { return false }
        if summary.isOfOtherOptions { return true }
        let age = now - summary.refreshed
        // A clock that was set back leaves a listing from the future: ask again rather than never.
        return age >= folders.settings.timing.listingLifetime || age < .zero
    }

    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String? { { $0.name } }

    var attributes: [(name: String, value: String)] { [] }
    var heading: (title: String, subtitle: String) { ("", "") }
    var map: FolderMap? { nil }

    // MARK: For all

    var hasListing: Bool { shape.hasListing }

    /// The files of ours that it shows with a listing. While another collection is on its way, none can be asked for.
    func files(isEmpty: Bool, isLoading: Bool) -> [GeneratedFile] {
        let shape = self.shape
        var files = shape.files
        if isLoading { files.removeAll { $0 == .newCollection } }
        if isEmpty, shape.saysWhenEmpty { files.append(.noImages) }
        return files
    }

    /// How many directories and files of ours are always in it.
    var fixedCount: Int {
        let shape = self.shape
        return shape.directories.count + shape.files.count
    }

    /// The version of the listing that the folder shows, its own or as a part; nil while none is known.
    var shownVersion: Int64? {
        // Read before the version: a collection that arrives in between is then shown as one that is still on its way,
        // but an old collection is never shown as the one that arrived.
        let isLoading = self.isLoading
        // A tag's folder is a part of this same version of its topic.
        return folders.directories.summary(of: key.listingKey)?.version.map {
            Folders.shownVersion($0, isLoading: isLoading)
        }
    }

    func counted(_ title: String, _ count: Int?) -> [(name: String, value: String)] {
        DirectoryXattrs.listed(title: title, subtitle: nil, count: count, total: nil, coordinate: nil)
    }
}
