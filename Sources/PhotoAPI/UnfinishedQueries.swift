package import PhotoTree
internal import Synchronization

/// Keeps what was found of queries that take long, so that the same query, asked again, continues where it was left.
package final class UnfinishedQueries<Results: Sendable>: Sendable {
    private struct Entry {
        var results: Results
        var at: ContinuousClock.Instant
    }

    /// After this time, the photos may have changed.
    private let lifetime = Duration.seconds(600)
    private let capacity = 8

    private let entries = Mutex<[PhotoQuery: Entry]>([:])

    package init() {}

    /// Removes and returns what is kept of a query.
    package func take(_ query: PhotoQuery) -> Results? {
        let entry = entries.withLock { $0.removeValue(forKey: query) }
        guard let entry, entry.at.duration(to: .now) < lifetime else { return nil }
        return entry.results
    }

    package func put(_ results: Results, of query: PhotoQuery) {
        entries.withLock { entries in
            entries[query] = Entry(results: results, at: .now)
            guard entries.count > capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) else {
                return
            }
            entries[oldest.key] = nil
        }
    }
}
