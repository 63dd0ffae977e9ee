import Catalog
import FUSE
import PhotoTree

/// What is done in a directory of one kind, and how what it lists is brought up. The folder says what; `files` does it, and
/// only there is anything waited for.
protocol FolderActions: Sendable {
    var key: DirectoryKey { get }

    // MARK: Changes

    /// Before MKDIR begins its change: has the source look for what only it could know of `name`, within a bound.
    func learn(_ name: String, _ files: PlacesFileSystem) async throws(Errno)
    /// mkdir(2): makes the directory that `name` means there.
    ///
    /// - Throws: EEXIST, ENOENT for a name that means nothing, EINVAL, EROFS where nothing can be made.
    func make(_ name: String, _ files: PlacesFileSystem) async throws(Errno) -> DirectoryKey
    /// rmdir(2).
    func removeFolder(_ name: String, _ files: PlacesFileSystem) async throws(Errno)
    /// rename(2) of a directory within it.
    func renameFolder(_ name: String, to newName: String, _ files: PlacesFileSystem) async throws(Errno)
    /// unlink(2) of a photo; nil when it had left already.
    func remove(_ photo: PhotoID, _ files: PlacesFileSystem) async throws(Errno) -> ListingUpdate?
    /// creat(2) of a file that asks for something and never comes to be.
    func create(_ name: String, _ files: PlacesFileSystem) async throws(Errno)
    /// touch(1) of a file of ours.
    func touch(_ file: GeneratedFile, _ files: PlacesFileSystem) async throws(Errno)
    /// The last photo was taken off.
    func becameEmpty(_ files: PlacesFileSystem) async

    // MARK: Listings

    /// Before the directories that memory knows are looked at: `bound` is how long to wait for them where none are known.
    func settle(_ files: PlacesFileSystem, waiting bound: DirectoryRefresher.Bound) async throws(Errno)
    /// Before it is opened by somebody who lists it.
    func listed(_ files: PlacesFileSystem) async
    /// What it lists, as far as is known without asking the source.
    func knownListing(_ files: PlacesFileSystem) async throws(Errno) -> LoadedListing?
    /// What OPENDIR shows of it, and whether another content was on its way when that was known.
    func listingToShow(_ files: PlacesFileSystem) async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)?
    /// A refresh is about to begin, or has ended.
    func refreshBegins(_ files: PlacesFileSystem)
    func refreshEnded(_ files: PlacesFileSystem)
    /// Asks the source for what it lists.
    func refresh(_ files: PlacesFileSystem) async throws(RefreshError)
    /// Shows what the catalog keeps of it now.
    func show(_ update: ListingUpdate, _ files: PlacesFileSystem) async throws(CatalogError)
    /// `user.places.state`; nil where there is none.
    func state(_ files: PlacesFileSystem) async -> String?
    /// The photo that it showed under this name lately.
    func formerEntry(named name: String, _ files: PlacesFileSystem) async throws(CatalogError) -> ListingEntry?
    /// The content of a file of ours that no other kind has, or has otherwise; nil for all others.
    func ownText(of file: GeneratedFile, _ listing: Listing?, _ files: PlacesFileSystem) -> String?
}

extension FolderActions {
    func learn(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {}
    func make(_ name: String, _ files: PlacesFileSystem) async throws(Errno) -> DirectoryKey { throw .readOnly }

    func removeFolder(_ name: String, _ files: PlacesFileSystem) async throws(Errno) {
        throw try await files.refusal(of: name, in: key)
    }

    func renameFolder(_ name: String, to newName: String, _ files: PlacesFileSystem) async throws(Errno) {
        throw .readOnly
    }

    func remove(_ photo: PhotoID, _ files: PlacesFileSystem) async throws(Errno) -> ListingUpdate? { throw .readOnly }
    func create(_ name: String, _ files: PlacesFileSystem) async throws(Errno) { throw .readOnly }

    func touch(_ file: GeneratedFile, _ files: PlacesFileSystem) async throws(Errno) {
        // What it asks for was asked for when it was made.
        guard file == .collectionTrigger else { throw .readOnly }
    }

    func becameEmpty(_ files: PlacesFileSystem) async {}

    func settle(_ files: PlacesFileSystem, waiting bound: DirectoryRefresher.Bound) async throws(Errno) {}
    func listed(_ files: PlacesFileSystem) async {}

    func knownListing(_ files: PlacesFileSystem) async throws(Errno) -> LoadedListing? {
        try await files.keptListing(of: key)
    }

    func listingToShow(_ files: PlacesFileSystem) async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)? {
        let bound = DirectoryRefresher.Bound.fromStart(files.settings.timing.listingWait)
        return try await files.listing(of: key, waiting: bound).map { ($0, false) }
    }

    func refreshBegins(_ files: PlacesFileSystem) {}
    func refreshEnded(_ files: PlacesFileSystem) {}
    func refresh(_ files: PlacesFileSystem) async throws(RefreshError) {}

    func show(_ update: ListingUpdate, _ files: PlacesFileSystem) async throws(CatalogError) {
        try await files.apply(update, to: key)
    }

    func state(_ files: PlacesFileSystem) async -> String? { nil }

    func formerEntry(named name: String, _ files: PlacesFileSystem) async throws(CatalogError) -> ListingEntry? {
        let entry = try await files.catalog.formerEntry(named: name, in: key)
        return entry?.name.hasBytes(of: name) == true ? entry : nil
    }

    func ownText(of file: GeneratedFile, _ listing: Listing?, _ files: PlacesFileSystem) -> String? { nil }
}
