import Catalog
import FUSE
import PhotoTree

/// `recents/`: the photos viewed last.
struct RecentsFolder: PhotoFolder {
    let folders: Folders

    var key: DirectoryKey { .recents }
    var parent: DirectoryKey? { .root }
    var name: String { "recents" }
    var heading: (title: String, subtitle: String) { ("Recents", "") }
    private var recents: Recents { folders.recents }
    var attributes: [(name: String, value: String)] { counted("recents", summary?.count) }

    /// `No Images` would say that the source has none.
    var shape: Shape {
        var shape = Shape.photos(key)
        shape.saysWhenEmpty = false
        shape.takesRemovals = true
        shape.isLasting = true
        shape.isPrivate = true
        return shape
    }

    var isThere: Bool { folders.settings.hasCollections }

    func remove(_ photo: PhotoID) async throws(Errno) -> ListingUpdate? {
        try await folders.listings.errors.mapping("write", key) { () async throws(CatalogError) in
            try await recents.remove(photo)
        }
    }

    func settle(waiting bound: DirectoryRefresher.Bound) async throws(Errno) {
        // Writes views that were not written yet: they make another version.
        _ = try await knownListing()
    }

    func knownListing() async throws(Errno) -> LoadedListing? {
        try await folders.listings.errors.mapping("list", key) { () async throws(CatalogError) in
            try await recents.listing()
        }
    }

    func state() async -> String? { "fresh" }

    func formerEntry(named name: String) async throws(CatalogError) -> ListingEntry? {
        try await recents.formerEntry(named: name)
    }
}
