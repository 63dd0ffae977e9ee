internal import PhotoTree
internal import Synchronization

/// What was told of files for listings that took too long, so that asking for them again goes on where they were cut.
final class UnfinishedListings: Sendable {
    private struct Entry {
        var files: [Int: Photo?]
        var at: ContinuousClock.Instant
    }

    /// By then the files may have changed.
    private static let lifetime = Duration.seconds(600)
    private static let capacity = 8

    private let entries = Mutex<[PhotoQuery: Entry]>([:])

    /// What is known by the files' numbers, photos or none; it is the caller's now.
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
