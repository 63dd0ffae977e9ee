import Catalog
import FUSE
import PhotoTree

/// `recents/`: the photos viewed last.
struct RecentsFolder: StandingFolder, PhotoRemoving {
    let recents: Recents

    var listings: Listings { recents.listings }
    var standing: StandingDirectory { .recents }
    var heading: (title: String, subtitle: String) { ("Recents", "") }
    var attributes: [(name: String, value: String)] { counted("recents", summary?.count) }

    /// `No Images` would say that the source has none.
    var shape: Shape {
        var shape = Shape.photos(key)
        shape.saysWhenEmpty = false
        shape.takesRemovals = true
        shape.isPrivate = true
        return shape
    }

    /// Writes views that were not written yet: they make another version.
    func awaitContents(_ patience: Patience) async throws(Errno) { _ = try await knownListing() }

    func knownListing() async throws(Errno) -> LoadedListing? {
        try await listings.errors.mapping("list", key) { () async throws(CatalogError) in try await recents.listing() }
    }

    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        try await recents.formerEntry(named: name)
    }

    var givesAway: Bool { true }

    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool? {
        let update = try await listings.errors.mapping("write", key) { () async throws(CatalogError) in
            try await recents.remove(photo)
        }
        return try await removed(update, announcing: announcing)
    }
}
