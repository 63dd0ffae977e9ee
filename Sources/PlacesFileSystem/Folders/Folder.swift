import Catalog
import FUSE
import PhotoTree

/// A directory of one kind: what it is, what it shows and what it tells of itself. There is one type for each kind;
/// `Folders` makes them. What only some can is in protocols of its own: `StandingFolder`, `Listed`, `DerivedList`,
/// `Refreshed`, `FolderMaking`, `PhotoRemoving`, `PhotoTaking`, `Collecting`, `Requested`, `Keepable`, `Mapped` and
/// `TextWriting`.
///
/// Only `awaitContents` and `page` wait. All else tells what memory knows.
protocol Folder: Sendable {
    var key: DirectoryKey { get }
    /// What all directories of the mount list, with its settings, its tree and its errors.
    var listings: Listings { get }
    /// The directory that this one is in; nil when it is not in the tree now.
    var parent: DirectoryKey? { get }
    /// The folder's name in its parent; empty when it is not in the tree now.
    var name: String { get }
    /// The heading of its map.
    var heading: (title: String, subtitle: String) { get }
    var shape: Shape { get }
    /// The directories in it that memory knows, in the order of lists, without the fixed ones.
    var children: [(name: String, key: DirectoryKey)] { get }
    /// The one of them that has exactly this name, byte for byte.
    func child(named name: String) -> DirectoryKey?
    /// How many photos or, where it lists none, folders the folder shows, as far as is known, and when its entries last
    /// changed.
    var extent: Extent { get }
    /// Of what a page would show now; nil while that is not known.
    var version: Page.Version? { get }
    /// The listed attributes (`user.places.*`).
    var attributes: [(name: String, value: String)] { get }
    /// Whether the folder still exists.
    var isThere: Bool { get }
    /// Called before what memory knows of the folder is read: brings that up to date, or waits for it.
    func awaitContents(_ patience: Patience) async throws(Errno)
    /// What the folder shows; nil when that is not known, and `patience` does not let the source be asked.
    func page(_ patience: Patience) async throws(Errno) -> Page?
}

/// The size and time of a folder, as stat(2) tells them.
struct Extent: Hashable, Sendable {
    var count: Int
    var modified: Timestamp
    /// Whether the count is true. If not, the kernel must ask each time.
    var isExact = true
}

// The defaults, right for most folders: what they show never changes, and nobody needs to be asked.
extension Folder {
    var heading: (title: String, subtitle: String) { ("", "") }
    var shape: Shape { .plain }
    var children: [(name: String, key: DirectoryKey)] { [] }
    func child(named name: String) -> DirectoryKey? { nil }
    var extent: Extent { Extent(count: fixed.count(where: \.isListed), modified: began) }
    var version: Page.Version? { Page.Version(0) }
    var attributes: [(name: String, value: String)] { [] }
    var isThere: Bool { true }
    func awaitContents(_ patience: Patience) async throws(Errno) {}

    func page(_ patience: Patience) async throws(Errno) -> Page? {
        try await awaitContents(patience)
        // Read before the names: a change in between makes the stream outdated, but an old stream never counts as the
        // newest.
        guard let version else { return nil }
        let children = self.children
        return Page(version: version, files: shape.files) { children }
    }

    // MARK: For all

    var settings: Settings { listings.settings }
    var directories: DirectoryTable { listings.tree.directories }
    /// The time of everything that never changes.
    var began: Timestamp { listings.tree.began }

    /// Whether the folder is still in the tree, and nobody needs to be asked what it shows.
    var isShown: Bool { isThere && (!shape.hasListing || directories.summary(of: key.listingKey) != nil) }

    func counted(_ title: String, _ count: Int?) -> [(name: String, value: String)] {
        DirectoryXattrs.listed(title: title, subtitle: nil, count: count, total: nil, coordinate: nil)
    }
}
