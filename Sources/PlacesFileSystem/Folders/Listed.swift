import Catalog
import FUSE
import PhotoTree

/// A folder that shows a listing, its own or a part of another's, and files that we write about it. What the defaults
/// say is right for a directory of photos.
protocol Listed: Folder {
    /// The listing, as far as it is known without asking the source.
    func knownListing() async throws(Errno) -> LoadedListing?
    /// The folder whose refresh brings what this one shows; nil where the source is never asked.
    var origin: (any Refreshed)? { get }
    /// Whether another content is on its way. `New Collection.txt` is hidden meanwhile.
    var isMoreComing: Bool { get }
    /// Whether the photos' sidecars stand beside them, listed or not.
    var hasSidecars: Bool { get }
    /// How many photos the folder shows, and when they last changed; nil while it was never listed.
    var photos: (count: Int, modified: Timestamp)? { get }
    /// The modification time of a folder that was never listed: when its parent last got or lost a folder.
    var joined: Timestamp { get }
    /// The directories that divide the listing, in their order.
    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)]
    /// The path from the folder to a photo of its map; nil for a photo that is nowhere below the folder.
    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String?
    /// The photo that the folder lately showed under this name.
    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry?
    /// Shows the listing that the catalog keeps now.
    func show(_ update: ListingUpdate) async throws(CatalogError)
}

extension Listed {
    var shape: Shape { .photos(key) }
    var origin: (any Refreshed)? { nil }
    var isMoreComing: Bool { false }
    var hasSidecars: Bool { key.listing?.hasSidecars == true && settings.sidecars != .none }
    var photos: (count: Int, modified: Timestamp)? { summary.map { ($0.count, $0.changed) } }
    var joined: Timestamp { began }
    func parts(of loaded: LoadedListing) -> [(name: String, key: DirectoryKey)] { [] }
    func paths(in loaded: LoadedListing) -> (ListingEntry) -> String? { { $0.name } }

    func knownListing() async throws(Errno) -> LoadedListing? {
        try await listings.errors.mapping("list", key) { () async throws(CatalogError) in
            try await listings.stored(key)
        }
    }

    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        let entry = try await listings.catalog.formerEntry(named: name, in: key)
        return entry?.name.hasBytes(of: name) == true ? entry : nil
    }

    func show(_ update: ListingUpdate) async throws(CatalogError) { try await listings.apply(update, to: key) }

    // MARK: As a folder

    var extent: Extent {
        guard let (count, modified) = photos else { return Extent(count: 0, modified: joined) }
        return Extent(count: count, modified: modified)
    }

    /// Of the listing that the folder shows, its own or as a part: a part has the version of the whole.
    var version: Page.Version? {
        // Read before the version: a collection that arrives in between is then shown as one that is still on its way,
        // but an old collection is never shown as the one that arrived.
        let isMoreComing = self.isMoreComing
        return directories.summary(of: key.listingKey)?.version.map {
            Page.Version(ofListing: $0, isMoreComing: isMoreComing)
        }
    }

    /// What is known, or else what the source finds. What is stale is shown while it is refreshed.
    func page(_ patience: Patience) async throws(Errno) -> Page? { try await foundPage(patience) }

    /// The page as every list waits for it, for folders that wait in their own way now and then.
    func foundPage(_ patience: Patience) async throws(Errno) -> Page? {
        let bound = patience.bound(settings.timing)
        if let known = try await knownPage(), bound == nil || !awaitsPhotos(known) {
            if patience != .none { await origin?.refreshIfStale() }
            return known
        }
        guard let bound else { return nil }
        let error = await origin?.refresh(within: bound)
        // A partial listing is better than the error that came with it.
        if let known = try await knownPage() { return known }
        if let error { throw listings.errors.mapped(error, "list", key) }
        return nil
    }

    // MARK: For all

    var summary: DirectoryTable.Summary? { directories.summary(of: key) }

    func knownPage() async throws(Errno) -> Page? {
        // Read before the listing, as in `version`.
        let isMoreComing = self.isMoreComing
        return try await knownListing().map { page(of: $0, isMoreComing: isMoreComing) }
    }

    func page(of loaded: LoadedListing, isMoreComing: Bool = false) -> Page {
        let parts: @Sendable () -> [(name: String, key: DirectoryKey)] = { self.parts(of: loaded) }
        return Page(
            version: Page.Version(ofListing: loaded.listing.version, isMoreComing: isMoreComing),
            files: files(isEmpty: loaded.listing.entries.isEmpty, isMoreComing: isMoreComing),
            listing: loaded, hasSidecars: hasSidecars && loaded.listing.shape.hasSidecars,
            children: shape.contents == .parts ? parts : nil)
    }

    /// Whether what was found under other options is not to be shown: all of it is hidden, so that the folder would
    /// look as if it had nothing; or the source lies on this machine, and tells at once what holds now.
    func awaitsPhotos(_ page: Page) -> Bool {
        guard let listing = page.listing?.listing, origin?.isStale == true else { return false }
        let isHidden = listing.entries.isEmpty && listing.hidden > 0
        return isHidden || listing.isOfOtherOptions && listings.source.isComplete
    }

    private func files(isEmpty: Bool, isMoreComing: Bool) -> [GeneratedFile] {
        let shape = self.shape
        var files = shape.files
        if isMoreComing { files.removeAll { $0 == .newCollection } }
        if isEmpty, shape.saysWhenEmpty { files.append(.noImages) }
        return files
    }
}

extension Listed where Self: Refreshed {
    var origin: (any Refreshed)? { self }
}

extension Folder {
    /// What the folder lists, if it shows a listing.
    func listing(_ patience: Patience) async throws(Errno) -> LoadedListing? { try await page(patience)?.listing }
}
