internal import PhotoTree
internal import Synchronization

/// Keeps what is known of listings that took too long, so that the next request for a listing continues where it was cut.
final class UnfinishedListings: Sendable {
    struct Listing: Sendable {
        /// By file number; nil means that the file is no photo.
        var files: [Int: Photo?] = [:]
        /// What a search found, by its questions: asked again, it may find something else.
        var lists: [[CommonsQuestion]: Finder] = [:]
        /// The category of a search that is looked through with all below it.
        var deep: DeepCategory?
    }

    private struct Entry {
        var listing: Listing
        var at: ContinuousClock.Instant
    }

    /// After this time, the files may have changed.
    private static let lifetime = Duration.seconds(600)
    private static let capacity = 8

    private let entries = Mutex<[PhotoQuery: Entry]>([:])

    /// Removes and returns what is kept for a query.
    func take(_ query: PhotoQuery) -> Listing {
        let entry = entries.withLock { $0.removeValue(forKey: query) }
        guard let entry, entry.at.duration(to: .now) < Self.lifetime else { return Listing() }
        return entry.listing
    }

    func put(_ listing: Listing, of query: PhotoQuery) {
        entries.withLock { entries in
            entries[query] = Entry(listing: listing, at: .now)
            guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) else {
                return
            }
            entries[oldest.key] = nil
        }
    }
}
