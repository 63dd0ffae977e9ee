import Catalog
import FUSE
import PhotoTree

/// A folder from which users remove photos.
protocol PhotoRemoving: Listed {
    /// unlink(2) of a photo, which leaves this folder alone.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - announcing: Called when it is decided, before anybody can see it.
    /// - Returns: Whether the folder has no photos now; nil when the photo had left already.
    /// - Throws: The errno of the catalog's failure.
    func remove(_ photo: PhotoID, announcing: () -> Void) async throws(Errno) -> Bool?
    /// Called after the last photo was removed.
    func becameEmpty() async
    /// Whether a photo that is moved from here into an album leaves. If not, it is in both then.
    var givesAway: Bool { get }
}

extension PhotoRemoving {
    func becameEmpty() async {}
    var givesAway: Bool { false }

    /// Shows the folder without what the catalog has removed from it, and answers as `remove` does.
    func removed(_ update: ListingUpdate?, announcing: () -> Void) async throws(Errno) -> Bool? {
        guard let update else { return nil }
        announcing()
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
    /// Of a folder whose photos never came, or were of another name, nothing is known: whoever lists it waits, or is told
    /// why not. Where all that is known is hidden by the options, the wait is short: the folder is empty now.
    func page(_ patience: Patience) async throws(Errno) -> Page? {
        guard patience == .listing, let known = try await knownPage() else { return try await foundPage(patience) }
        guard awaitsPhotos(known) else {
            await refreshIfStale()
            return try await knownPage()
        }
        switch await refresh(within: .fromNow(settings.timing.lookupWait)) {
        case nil, .timedOut: return try await knownPage()
        case let error? where known.listing?.listing.entries.isEmpty != false:
            throw listings.errors.mapped(error, "list", key)
        // What is known is better than an error.
        case .some: return try await knownPage()
        }
    }
}
