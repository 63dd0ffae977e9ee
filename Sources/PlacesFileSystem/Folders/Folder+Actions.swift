import Catalog
import FUSE
import PhotoTree

// The defaults, right for most folders: nothing can be made, the source is not asked, and the listing is the one in the
// catalog.
extension Folder {
    func learn(_ name: String) async throws(Errno) {}
    func make(_ name: String) async throws(Errno) -> DirectoryKey { throw .readOnly }
    func removeFolder(_ name: String) async throws(Errno) -> Bool { false }
    func renameFolder(_ name: String, to newName: String) async throws(Errno) { throw .readOnly }
    func remove(_ photo: PhotoID) async throws(Errno) -> ListingUpdate? { throw .readOnly }
    func create(_ name: String) async throws(Errno) { throw .readOnly }

    func touch(_ file: GeneratedFile) async throws(Errno) {
        // The collection was asked for when the file was created.
        guard file == .collectionTrigger else { throw .readOnly }
    }

    func becameEmpty() async {}

    func settle(waiting bound: DirectoryRefresher.Bound) async throws(Errno) {}
    func listed() async {}

    func knownListing() async throws(Errno) -> LoadedListing? {
        try await folders.listings.errors.mapping("list", key) { () async throws(CatalogError) in
            try await folders.listings.kept(key)
        }
    }

    func listing(waiting bound: DirectoryRefresher.Bound?) async throws(Errno) -> LoadedListing? {
        if let known = try await knownListing(), bound == nil || !awaitsPhotos(known) {
            await refreshIfStale()
            return known
        }
        guard let bound else { return nil }
        let error = await listingFolder.refresh(within: bound)
        // A partial listing is better than the error that came with it.
        if let known = try await knownListing() { return known }
        if let error { throw folders.listings.errors.mapped(error, "list", key) }
        return nil
    }

    func listingToShow() async throws(Errno) -> (listing: LoadedListing, isLoading: Bool)? {
        try await listing(waiting: .fromStart(folders.settings.timing.listingWait)).map { ($0, false) }
    }

    func refreshBegins() {}
    func refreshEnded() {}
    func refresh() async throws(RefreshError) {}
    func show(_ update: ListingUpdate) async throws(CatalogError) { try await folders.listings.apply(update, to: key) }
    func state() async -> String? { nil }

    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        let entry = try await folders.listings.catalog.formerEntry(named: name, in: key)
        return entry?.name.hasBytes(of: name) == true ? entry : nil
    }

    func ownText(of file: GeneratedFile, _ listing: Listing?) -> String? { nil }
}
