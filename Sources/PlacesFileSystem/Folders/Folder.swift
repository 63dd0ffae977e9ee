import PhotoTree

/// What a directory of one kind is, what it shows and what it tells of itself, as far as memory knows. One type a kind, each
/// in its own file; `Folders` makes them. What is here knows nothing of the kernel, and waits for nobody.
protocol Folder: FolderActions {
    var key: DirectoryKey { get }
    /// What all folders are made of.
    var folders: Folders { get }
    /// The directory that this one stands in; nil when it stands nowhere now.
    var parent: DirectoryKey? { get }
    /// In its parent.
    var name: String { get }
    /// Absolute.
    var path: String { get }
    /// What it is like on this mount.
    var shape: Layout.Shape { get }
    var contents: FolderContents { get }
    /// What `contents` says of `folders`, in the order of listings.
    var subfolders: [(name: String, key: DirectoryKey)] { get }
    func subfolder(named name: String) -> DirectoryKey?
    /// What `contents` says of `parts`: the directories that take its listing apart, in their order.
    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)]
    func part(named name: String, of loaded: LoadedListing) -> DirectoryKey?
    /// Of a name that none of them has: what it means there to whoever typed it.
    func meaning(of name: String) -> NameMeaning
    /// How many entries it shows, as far as is known, and when they last changed.
    var extent: (count: Int, modified: Timestamp) { get }
    /// Of what it shows now: another number, another content. Above listings it moves with what these hold, too: the maps
    /// that tell of it get other numbers.
    var version: Int64 { get }
    /// Of its names and what they lead to, without the files we write aside.
    var namesVersion: Int64 { get }
    /// Whether it still stands in the tree, and nobody needs to be asked what it shows.
    var isShown: Bool { get }
    /// Whether another content of it is on its way.
    var isLoading: Bool { get }
    /// Whether what it lists is old enough to be asked for again.
    func isDue(at now: Timestamp) -> Bool
    /// Whether it tells of what the owner looked at or where: nobody else's business where others are let in.
    var isPrivate: Bool { get }
    /// Whether its size is true; that of a topic is not before somebody looked into it, and that of `cached` never is.
    var isSizeKnown: Bool { get }
    /// Whether it is not removed by now.
    var isThere: Bool { get }
    /// How a photo of its map is reached from it; nil for one that lies nowhere below it.
    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String?
    /// Whether a directory of photos shows this file of ours.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool
    /// The listed attributes (`user.places.*`).
    var attributes: [(name: String, value: String)] { get }
    /// What stands above its map.
    var heading: (title: String, subtitle: String) { get }
    /// What its map shows, where that is directories.
    var map: FolderMap? { get }
}

/// What a directory's entries are.
enum FolderContents {
    /// Directories that memory knows.
    case folders
    /// Directories that take a listing apart. They are known once it is.
    case parts
    /// Photos of a listing.
    case photos
}

/// A map of directories.
struct FolderMap: Sendable {
    /// Those whose counts it tells.
    var directories: [DirectoryKey]
    /// While it and the counts are the same, so is the map.
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

    var shape: Layout.Shape { Layout.shape(of: key) }
    var contents: FolderContents { .folders }
    var subfolders: [(name: String, key: DirectoryKey)] { [] }
    func subfolder(named name: String) -> DirectoryKey? { nil }
    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)] { [] }
    func part(named name: String, of loaded: LoadedListing) -> DirectoryKey? {
        parts(of: loaded).first { $0.name == name }?.key
    }
    func meaning(of name: String) -> NameMeaning { .unknown }

    /// Always the same.
    var extent: (count: Int, modified: Timestamp) { (fixedCount, folders.began) }
    var version: Int64 { 0 }
    var namesVersion: Int64 { version }
    var isShown: Bool { hasListing ? folders.directories.summary(of: key.listingKey) != nil : true }
    var isLoading: Bool { false }
    var isPrivate: Bool { false }
    var isSizeKnown: Bool { true }
    var isThere: Bool { true }

    func isDue(at now: Timestamp) -> Bool {
        guard !shape.isLasting, let summary = folders.directories.summary(of: key) else { return false }
        let age = now - summary.refreshed
        // A clock that was set back leaves a listing from the future: ask again rather than never.
        return age >= folders.settings.timing.listingLifetime || age < .zero
    }

    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String? { { $0.name } }

    /// `No Images` stands in an empty one.
    func shows(_ file: GeneratedFile, isEmpty: Bool, isLoading: Bool) -> Bool { file != .noImages || isEmpty }

    var attributes: [(name: String, value: String)] { [] }
    var heading: (title: String, subtitle: String) { ("", "") }
    var map: FolderMap? { nil }

    // MARK: For all

    /// Whether what it shows is a listing with a version, and files made of it.
    var hasListing: Bool {
        switch contents {
        case .folders: false
        case .parts, .photos: true
        }
    }

    /// How many files of ours and directories are always there.
    var fixedCount: Int {
        let shape = self.shape
        return shape.directories.count + shape.generated.count
    }

    /// Of the listing that it shows, itself or as a part; nil while none is known.
    var shownVersion: Int64? {
        // To be asked before the listing is looked at: a collection that arrives in between is then shown as one that is
        // still on its way, and never an old one as that which arrived.
        let isLoading = self.isLoading
        // A tag's folder is a part of this very version of its topic.
        return folders.directories.summary(of: key.listingKey)?.version.map {
            Folders.shownVersion($0, isLoading: isLoading)
        }
    }

    func counted(_ title: String, _ count: Int?) -> [(name: String, value: String)] {
        DirectoryXattrs.listed(title: title, subtitle: nil, count: count, total: nil, coordinate: nil)
    }
}
