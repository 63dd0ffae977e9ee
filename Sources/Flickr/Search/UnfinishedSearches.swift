internal import PhotoTree
internal import Synchronization

/// Keeps what was found of long searches, so that the same search, asked again, continues where it was left.
final class UnfinishedSearches: Sendable {
    private struct Entry {
        var results: WordSearchResults
        var at: ContinuousClock.Instant
    }

    /// After this time, the photos may have changed.
    private static let lifetime = Duration.seconds(600)
    private static let capacity = 8

    private let entries = Mutex<[PhotoQuery: Entry]>([:])

    /// Removes and returns what is kept of a query.
    func take(_ query: PhotoQuery) -> WordSearchResults? {
        let entry = entries.withLock { $0.removeValue(forKey: query) }
        guard let entry, entry.at.duration(to: .now) < Self.lifetime else { return nil }
        return entry.results
    }

    func put(_ results: WordSearchResults, of query: PhotoQuery) {
        entries.withLock { entries in
            entries[query] = Entry(results: results, at: .now)
            guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) else {
                return
            }
            entries[oldest.key] = nil
        }
    }
}
