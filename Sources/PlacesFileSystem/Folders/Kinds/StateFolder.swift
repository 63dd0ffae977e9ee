import Catalog
import FUSE
import PhotoCache
import PhotoTree

/// `.placesfs`: the state of the mount.
struct StateFolder: Requested {
    let listings: Listings
    /// Removes a photo from everything; false when it was never known.
    let forget: @Sendable (PhotoID) async throws(CatalogError) -> Bool

    var key: DirectoryKey { .state }
    var parent: DirectoryKey? { .root }
    var name: String { ".placesfs" }

    var shape: Shape {
        Shape(
            directories: [("cached", .cached)], files: [.status, .statusJSON, .metrics, .version], isPrivate: true,
            tellsOfMount: true, isCacheable: false)
    }

    func request(_ name: String) async throws(Errno) {
        guard let photo = ForgetTrigger.photo(named: name) else { throw .readOnly }
        let isKnown = try await listings.errors.mapping("write", key) { () async throws(CatalogError) in
            try await forget(photo)
        }
        guard isKnown else { throw .noEntry }
    }
}

/// `.placesfs/cached`: every photo that can be read without a network, whichever folder listed it. Photos enter and
/// leave the cache without a notice to this folder.
struct CachedFolder: Listed {
    let cache: PhotoCache
    let keeping: Keeping
    let listings: Listings

    var key: DirectoryKey { .cached }
    var parent: DirectoryKey? { .state }
    var name: String { "cached" }
    var attributes: [(name: String, value: String)] { counted("cached", summary?.count) }

    /// `No Images` would say that the source has none.
    var shape: Shape {
        var shape = Shape.photos(key)
        shape.saysWhenEmpty = false
        shape.isPrivate = true
        shape.isCacheable = false
        return shape
    }

    var extent: Extent {
        Extent(count: photos?.count ?? 0, modified: photos?.modified ?? joined, isExact: false)
    }

    func awaitContents(_ patience: Patience) async throws(Errno) {
        guard cache.isCounted else { return }
        let shown = try await knownListing().map { Set($0.listing.entries.map(\.photo.id)) }
        if shown != held { _ = try await listingOfNow() }
    }

    func page(_ patience: Patience) async throws(Errno) -> Page? {
        patience == .none ? try await knownPage() : page(of: try await listingOfNow())
    }

    private var held: Set<PhotoID> {
        Set((cache.keys() + (keeping.shelf?.keys().filter(keeping.isOwn) ?? [])).map(\.photo))
    }

    private func listingOfNow() async throws(Errno) -> LoadedListing {
        try await listings.errors.mapping("list", key) { () async throws(CatalogError) in
            let ids = held.sorted()
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
