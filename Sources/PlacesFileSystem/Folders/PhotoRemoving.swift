import Catalog
import FUSE
import PhotoTree

/// A folder from which users remove photos.
protocol PhotoRemoving: Listed {
    /// unlink(2) of a photo; nil when the photo had left already.
    func forget(_ photo: PhotoID) async throws(Errno) -> ListingUpdate?
    /// The same, and shows the folder without it.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - departing: Called when it is decided, before anybody can see it.
    /// - Returns: Whether the folder has no photos now; nil when the photo had left already.
    /// - Throws: The errno of the catalog's failure.
    func takeOut(_ photo: PhotoID, departing: () -> Void) async throws(Errno) -> Bool?
    /// Called after the last photo was removed.
    func becameEmpty() async
    /// Whether a photo that is moved from here into an album leaves. If not, it is in both then.
    var givesAway: Bool { get }
}

extension PhotoRemoving {
    func becameEmpty() async {}
    var givesAway: Bool { false }

    func takeOut(_ photo: PhotoID, departing: () -> Void) async throws(Errno) -> Bool? {
        guard let update = try await forget(photo) else { return nil }
        departing()
        try await listings.errors.mapping("write", key) { () async throws(CatalogError) in try await show(update) }
        return update.new.entries.isEmpty
    }
}

/// A folder that shows a collection of photos, and has another one.
protocol Collecting: PhotoRemoving {
    /// Asks for another collection.
    ///
    /// - Throws: EBUSY while one is on its way.
    func requestAnother() async throws(Errno)
}

extension Collecting where Self: Refreshed {
    /// For a new folder the wait is short, even if nothing is known of its photos yet: the user has just made it, and may
    /// want to look elsewhere.
    func page(_ patience: Patience) async throws(Errno) -> Page? {
        guard patience == .listing else { return try await foundPage(patience) }
        guard try await knownPage().map(awaitsPhotos) ?? true else {
            await refreshIfStale()
            return try await knownPage()
        }
        switch await refresh(within: .fromNow(settings.timing.lookupWait)) {
        // One whose photos have not arrived by then is shown empty.
        case nil, .timedOut: return try await knownPage()
        case let error?: throw listings.errors.mapped(error, "list", key)
        }
    }
}
