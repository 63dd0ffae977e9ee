import Catalog
import FUSE
import PhotoTree
import Waiting

/// `recents/`: the photos viewed last. A view is known in memory at once; the listing in the catalog follows before anybody
/// sees it.
final class Recents: Sendable {
    let views: ViewRecorder
    private let listings: Listings
    /// Changes of the list are made one at a time.
    private let order = AsyncMutex()

    init(_ views: ViewRecorder, _ listings: Listings) async throws(CatalogError) {
        self.views = views
        self.listings = listings
        // Empty before the first view, so that its files and times are settled.
        let recents =
            if let known = try await listings.catalog.listing(of: .recents) { known } else {
                try await listings.catalog.replaceRecents(with: []).new
            }
        views.begin(with: recents.entries.map(\.photo.id))
    }

    /// The listing with its ranks, brought up to date.
    func listing() async throws(CatalogError) -> LoadedListing? {
        do throws(CatalogError) {
            try await write()
        } catch {
            // The list as it was written last is still one, and so is the one in memory when there is room.
            guard error.mayPass else { throw error }
        }
        return try await listings.kept(.recents)
    }

    /// Writes the list down if a view changed it since.
    func write() async throws(CatalogError) {
        try await order.run { [listings, views] () async throws(CatalogError) in
            guard let photos = views.takeChange() else { return }
            do throws(CatalogError) {
                try await listings.apply(try await listings.catalog.replaceRecents(with: photos), to: .recents)
            } catch {
                views.returnChange()
                throw error
            }
        }
    }

    /// Takes a photo off the list; nil when it had left already.
    func remove(_ photo: PhotoID) async throws(CatalogError) -> ListingUpdate? {
        try await order.run { [listings, views] () async throws(CatalogError) in
            views.remove(photo)
            return try await listings.catalog.removeFromRecents(photo)
        }
    }

    /// Takes a photo off every listing that the catalog keeps; nil when nobody ever heard of it.
    func drop(_ photo: PhotoID, as departure: Departure) async throws(CatalogError) -> [ListingUpdate]? {
        try await order.run { [listings, views] () async throws(CatalogError) in
            views.remove(photo)
            return try await listings.catalog.drop(photo, as: departure)
        }
    }

    /// The photo that the list showed under this name, with whatever rank; of a long name that was cut so that the rank had
    /// room, the rest is looked for.
    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        let catalog = listings.catalog
        for bare in [name, RankedName.bare(name)].compactMap({ $0 }) {
            if let entry = try await catalog.formerEntry(named: bare, in: .recents), entry.name.hasBytes(of: bare) {
                return entry
            }
        }
        guard let bare = RankedName.bare(name), RankedName.mayBeCut(bare),
            let whole = try await catalog.formerNames(in: .recents).first(where: { RankedName.matches(bare, $0) })
        else { return nil }
        return try await catalog.formerEntry(named: whole, in: .recents)
    }
}

extension Listing {
    /// In `recents/` names tell their rank.
    var ranked: Listing {
        var ranked = self
        for index in entries.indices {
            ranked.entries[index].name = RankedName.shown(entries[index].name, rank: index + 1)
        }
        return ranked
    }
}
