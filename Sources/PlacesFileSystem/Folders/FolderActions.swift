import Catalog
import FUSE
import PhotoTree

/// What is done in a directory of one kind, and how what it lists is brought up. Only here is anything waited for.
protocol FolderActions: Sendable {
    // MARK: Changes

    /// Before MKDIR begins its change: has the source look for what only it could know of `name`, within a bound.
    func learn(_ name: String) async throws(Errno)
    /// mkdir(2): makes the directory that `name` means there.
    ///
    /// - Throws: EEXIST, ENOENT for a name that means nothing, EINVAL, EROFS where nothing can be made.
    func make(_ name: String) async throws(Errno) -> DirectoryKey
    /// rmdir(2).
    ///
    /// - Returns: False where nothing can be removed by this name.
    func removeFolder(_ name: String) async throws(Errno) -> Bool
    /// rename(2) of a directory within it.
    func renameFolder(_ name: String, to newName: String) async throws(Errno)
    /// unlink(2) of a photo; nil when it had left already.
    func remove(_ photo: PhotoID) async throws(Errno) -> ListingUpdate?
    /// creat(2) of a file that asks for something and never comes to be.
    func create(_ name: String) async throws(Errno)
    /// touch(1) of a file of ours.
    func touch(_ file: GeneratedFile) async throws(Errno)
    /// The last photo was taken off.
    func becameEmpty() async

    // MARK: Listings

    /// Before the directories that memory knows are looked at: `bound` is how long to wait for them where none are known.
    func settle(waiting bound: DirectoryRefresher.Bound) async throws(Errno)
    /// Before it is opened by somebody who lists it.
    func listed() async
    /// What it lists, as far as is known without asking the source.
    func knownListing() async throws(Errno) -> LoadedListing?
    /// The same, or what the source finds; nil where nobody waits for that. A stale one is served while it is asked for
    /// again.
    func listing(waiting bound: DirectoryRefresher.Bound?) async throws(Errno) -> LoadedListing?
    /// What OPENDIR shows of it, and whether another content was on its way when that was known.
    func listingToShow() async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)?
    /// A refresh is about to begin, or has ended.
    func refreshBegins()
    func refreshEnded()
    /// Asks the source for what it lists.
    func refresh() async throws(RefreshError)
    /// Shows what the catalog keeps of it now.
    func show(_ update: ListingUpdate) async throws(CatalogError)
    /// `user.places.state`; nil where there is none.
    func state() async -> String?
    /// The photo that it showed under this name lately.
    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry?
    /// The content of a file of ours that no other kind has, or has otherwise; nil for all others.
    func ownText(of file: GeneratedFile, _ listing: Listing?) -> String?
}
