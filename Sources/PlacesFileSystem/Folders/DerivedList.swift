import Catalog
import FUSE
import PhotoTree
import Synchronization

/// A folder of photos that are known here already: nobody is asked for them, and nobody tells it when they change. It
/// is its owner's, and looks again when somebody looks at it.
protocol DerivedList: Listed {
    /// What it shows now, in its order.
    func photosOfNow() async throws(CatalogError) -> [Photo]
    /// Whether that may be other photos than it shows. By default after photos have joined or left any list.
    func isOutdated() async throws(Errno) -> Bool
}

extension DerivedList {
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

    func isOutdated() async throws(Errno) -> Bool {
        listings.derived.withLock { $0[key] } != listings.tree.contentVersion
    }

    func awaitContents(_ patience: Patience) async throws(Errno) {
        if try await isOutdated() { _ = try await listingOfNow() }
    }

    func page(_ patience: Patience) async throws(Errno) -> Page? {
        if patience != .none { try await awaitContents(patience) }
        return try await knownPage()
    }

    /// Shows what is known now.
    func listingOfNow() async throws(Errno) -> LoadedListing {
        try await listings.errors.mapping("list", key) { () async throws(CatalogError) in
            // Before the look: what comes into a list meanwhile may be missing in what is found.
            let looked = listings.tree.contentVersion
            let photos = try await photosOfNow()
            let page = PhotoPage(photos: photos, total: photos.count)
            let update = try await listings.catalog.replaceListing(of: key, with: page)
            let loaded = try await listings.load(update.new)
            var change = TreeChange(listings: [loaded])
            if update.isChanged {
                change.names[key] = ListingChange(from: update.old, to: update.new, sidecars: settings.sidecars)
            }
            listings.tree.publish(change)
            listings.derived.withLock { $0[key] = looked }
            return listings.tree.directories.loaded(key).listing ?? loaded
        }
    }
}
