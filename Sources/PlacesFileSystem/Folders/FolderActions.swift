import Catalog
import FUSE
import PhotoTree

/// What users can do in a directory of one kind, and how its listing is brought up to date. Only the functions here may
/// wait.
protocol FolderActions: Sendable {
    // MARK: Changes

    /// Called before MKDIR begins its change: asks the source about a `name` that only the source could know, within a
    /// time limit.
    func learn(_ name: String) async throws(Errno)
    /// mkdir(2): makes the directory that `name` means in this folder.
    ///
    /// - Throws: EEXIST, ENOENT for a name that means nothing, EINVAL, EROFS where nothing can be made.
    func make(_ name: String) async throws(Errno) -> DirectoryKey
    /// rmdir(2).
    ///
    /// - Returns: False where nothing can be removed by this name.
    func removeFolder(_ name: String) async throws(Errno) -> Bool
    /// rename(2) of a directory within this folder.
    func renameFolder(_ name: String, to newName: String) async throws(Errno)
    /// unlink(2) of a photo; nil when the photo had left already.
    func remove(_ photo: PhotoID) async throws(Errno) -> ListingUpdate?
    /// creat(2) of a file whose name is a request; the file itself is never created.
    func create(_ name: String) async throws(Errno)
    /// touch(1) of a file of ours.
    func touch(_ file: GeneratedFile) async throws(Errno)
    /// Called after the last photo was removed.
    func becameEmpty() async

    // MARK: Listings

    /// Called before the directories that memory knows are read: `bound` limits the wait for them if none are known.
    func settle(waiting bound: DirectoryRefresher.Bound) async throws(Errno)
    /// Called before a process opens the folder to list it.
    func listed() async
    /// The listing, as far as it is known without asking the source.
    func knownListing() async throws(Errno) -> LoadedListing?
    /// The same, or else what the source finds; with `bound` nil the source is not waited for. A stale listing is
    /// served while it is refreshed.
    func listing(waiting bound: DirectoryRefresher.Bound?) async throws(Errno) -> LoadedListing?
    /// The listing that OPENDIR shows, and whether another content was on its way when it was read.
    func listingToShow() async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)?
    /// Called when a refresh is about to begin, and when it has ended.
    func refreshBegins()
    func refreshEnded()
    /// Asks the source for the listing.
    func refresh() async throws(RefreshError)
    /// Shows the listing that the catalog keeps now.
    func show(_ update: ListingUpdate) async throws(CatalogError)
    /// `user.places.state`; nil where there is none.
    func state() async -> String?
    /// The photo that the folder lately showed under this name.
    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry?
    /// The content of a file of ours that only this kind of folder has, or that differs here; nil for all others.
    func ownText(of file: GeneratedFile, _ listing: Listing?) -> String?
}
