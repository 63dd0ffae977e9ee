internal import PhotoTree
internal import Synchronization

/// Keeps the data on files of listings that took too long, so that the next request for a listing continues where it
/// was cut.
final class UnfinishedListings: Sendable {
    private struct Entry {
        var files: [Int: Photo?]
        var at: ContinuousClock.Instant
    }

    /// After this time, the files may have changed.
    private static let lifetime = Duration.seconds(600)
    private static let capacity = 8

    private let entries = Mutex<[PhotoQuery: Entry]>([:])

    /// Removes and returns the data kept for a query, by file number; nil means that the file is no photo.
    func take(_ query: PhotoQuery) -> [Int: Photo?] {
        let entry = entries.withLock { $0.removeValue(forKey: query) }
        guard let entry, entry.at.duration(to: .now) < Self.lifetime else { return [:] }
        return entry.files
    }

    func keep(_ files: [Int: Photo?], of query: PhotoQuery) {
        entries.withLock { entries in
            entries[query] = Entry(files: files, at: .now)
            guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.at < $1.value.at }) else {
                return
            }
            entries[oldest.key] = nil
        }
    }
}
