import Catalog
import FUSE
import PhotoFetch
import PhotoTree

// What the source calls gone or private, and what the user wants forgotten, leaves everything at once: the caches, every
// listing, the pages that the kernel holds. The one home of that, however it was found out.
extension PlacesFileSystem {
    /// - Returns: False when nobody ever heard of the photo.
    @discardableResult
    func depart(_ photo: PhotoID, as departure: Departure) async throws(CatalogError) -> Bool {
        shelf.remove(photo)
        // Before the listings: what is written down last must not be what is lost by a crash.
        letGo(of: photo, as: departure)
        let updates = try await recentsOrder.run { [catalog, views] () async throws(CatalogError) in
            views.remove(photo)
            return try await catalog.drop(photo, as: departure)
        }
        for update in updates ?? [] {
            try await show(update, departure)
        }
        // Who opened it meanwhile may have begun anew.
        letGo(of: photo, as: departure)
        return updates != nil
    }

    private func letGo(of photo: PhotoID, as departure: Departure) {
        confirmations.forget(photo)
        // Whoever opens it before it has left its folders is told what its host said, and the host is not asked again.
        fetcher.drop(photo, forgiving: departure == .forgotten)
        thumbnails?.drop(photo)
        if let number = tree.dropPages(of: photo) { views.invalidated(number) }
    }

    private func show(_ update: ListingUpdate, _ departure: Departure) async throws(CatalogError) {
        let folder = folder(update.new.directory)
        try await folder.show(update, self)
        if departure == .forgotten, update.new.entries.isEmpty { await folder.becameEmpty(self) }
    }
}
