import Catalog
import FUSE
import PhotoCache
import PhotoTree

/// `.placesfs`: the state of the mount.
struct StateFolder: Folder {
    let folders: Folders

    var key: DirectoryKey { .state }
    var parent: DirectoryKey? { .root }
    var name: String { ".placesfs" }
    var shape: Shape {
        Shape(
            directories: [("cached", .cached)], files: [.status, .statusJSON, .metrics, .version], isPrivate: true,
            tellsOfMount: true, isCacheable: false)
    }

    func create(_ name: String) async throws(Errno) {
        guard let photo = ForgetTrigger.photo(named: name) else { throw .readOnly }
        let isKnown = try await folders.listings.errors.mapping("write", key) { () async throws(CatalogError) in
            try await folders.depart(photo, as: .forgotten)
        }
        guard isKnown else { throw .noEntry }
    }
}

/// `.placesfs/cached`: every photo that can be read without a network, whichever folder listed it.
struct CachedFolder: PhotoFolder {
    let folders: Folders

    var key: DirectoryKey { .cached }
    var parent: DirectoryKey? { .state }
    var name: String { "cached" }
    var attributes: [(name: String, value: String)] { counted("cached", summary?.count) }

    /// `No Images` would say that the source has none.
    var shape: Shape { Shape(contents: .photos, saysWhenEmpty: false, isPrivate: true, isCacheable: false) }

    /// Photos enter and leave the cache without a notice to this folder.
    var isSizeKnown: Bool { false }
    private var cached: Set<PhotoID> { Set(folders.engines.cache.keys().map(\.photo)) }

    func settle(waiting bound: DirectoryRefresher.Bound) async throws(Errno) {
        guard folders.engines.cache.isCounted else { return }
        let shown = try await knownListing().map { Set($0.listing.entries.map(\.photo.id)) }
        if shown != cached { _ = try await listing(waiting: nil) }
    }

    func state() async -> String? { await stateOfListing() }

    func listing(waiting bound: DirectoryRefresher.Bound?) async throws(Errno) -> LoadedListing? {
        let listings = folders.listings
        return try await listings.errors.mapping("list", key) { () async throws(CatalogError) in
            let ids = cached.sorted()
            let known = try await listings.catalog.photos(ids)
            let photos = ids.compactMap { known[$0] }
            let page = PhotoPage(photos: photos, total: photos.count)
            let update = try await listings.catalog.replaceListing(of: key, with: page)
            let loaded = try await listings.load(update.new)
            var change = TreeChange(listings: [loaded])
            if update.isChanged {
                change.names[key] = ListingChange(from: update.old, to: update.new, sidecars: .none)
            }
            listings.tree.publish(change)
            return listings.tree.directories.loaded(key).listing ?? loaded
        }
    }
}
