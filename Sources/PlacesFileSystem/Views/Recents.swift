import Catalog
import FUSE
import PhotoTree
import Waiting

/// `recents/`: the photos viewed last. A view is in memory at once; the listing in the catalog is updated before a
/// process reads it.
final class Recents: Sendable {
    let views: ViewRecorder
    let listings: Listings
    /// Makes changes of the list one at a time.
    private let order = AsyncMutex()

    init(_ views: ViewRecorder, _ listings: Listings) async throws(CatalogError) {
        self.views = views
        self.listings = listings
        // An empty listing is stored before the first view, so that its files and times are fixed.
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
            // The list as it was last written can still be shown, and the one in memory is written when there is room.
            guard error.mayPass else { throw error }
        }
        return try await listings.stored(.recents)
    }

    /// Writes the list to the catalog if a view changed it since the last time.
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

    /// Removes a photo from the list; nil when it had left already.
    func remove(_ photo: PhotoID) async throws(CatalogError) -> ListingUpdate? {
        try await order.run { [listings, views] () async throws(CatalogError) in
            views.remove(photo)
            return try await listings.catalog.removeFromRecents(photo)
        }
    }

    /// Removes photos from every listing that the catalog keeps; nil when none was ever known.
    func withdraw(_ photos: [PhotoID], as withdrawal: Withdrawal) async throws(CatalogError) -> [ListingUpdate]? {
        try await order.run { [listings, views] () async throws(CatalogError) in
            for photo in photos { views.remove(photo) }
            return try await listings.catalog.withdraw(photos, as: withdrawal)
        }
    }

    /// The photo that the list showed under this name with any rank. If a long name was cut to make room for its rank,
    /// the photo is found by the part that is left.
    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        let catalog = listings.catalog
        for bare in [name, RankedName.bare(name)].compactMap({ $0 }) {
            if let entry = try await catalog.formerEntry(named: bare, in: .recents), entry.name.hasBytes(of: bare) {
                return entry
            }
        }
        let bare = RankedName.bare(name) ?? name
        guard RankedName.mayBeCut(bare),
            let whole = try await catalog.formerNames(in: .recents).first(where: { RankedName.matches(bare, $0) })
        else { return nil }
        return try await catalog.formerEntry(named: whole, in: .recents)
    }
}

extension Listing {
    /// The listing of `recents/` with ranks in its names.
    var ranked: Listing {
        var ranked = self
        for index in entries.indices {
            ranked.entries[index].name = RankedName.shown(entries[index].name, rank: index + 1)
        }
        return ranked
    }
}
