import Catalog
import FUSE
import PhotoCache
import PhotoTree

/// `.placesfs/cached`: every photo that can be read without a network, whichever folder listed it. Photos enter and
/// leave the cache without a notice to this folder.
struct CachedFolder: StandingFolder, DerivedList {
    let cache: PhotoCache
    let keeping: Keeping
    let listings: Listings

    var standing: StandingDirectory { .cached }
    var attributes: [(name: String, value: String)] { counted("cached", summary?.count) }

    func isOutdated() async throws(Errno) -> Bool {
        guard cache.isCounted else { return false }
        return try await knownListing().map { Set($0.listing.entries.map(\.photo.id)) } != held
    }

    /// Titles and files of the same photos may be others, too.
    func page(_ patience: Patience) async throws(Errno) -> Page? {
        patience == .none ? try await knownPage() : page(of: try await listingOfNow())
    }

    func photosOfNow() async throws(CatalogError) -> [Photo] {
        await cache.counted(within: listings.settings.timing.lookupWait)
        let ids = held.sorted()
        let known = try await listings.catalog.photos(ids)
        return ids.compactMap { known[$0] }
    }

    private var held: Set<PhotoID> {
        Set((cache.keys() + (keeping.shelf?.keys().filter(keeping.isOwn) ?? [])).map(\.photo))
    }
}
