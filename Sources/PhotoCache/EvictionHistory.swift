import PhotoTree

/// Which limit would have kept the photos that were evicted and fetched again in the last 24 hours.
///
/// A cache that evicts what was used longest ago still has a photo if all that was used since, and the photo itself, fit
/// into it. So the limit that would have kept one is the bytes of all that, and the largest of them would have kept all.
/// A value; nothing is done for a read, and what is remembered is bounded.
struct EvictionHistory: Sendable {
    static let period = Duration.seconds(24 * 60 * 60)
    /// Of evicted photos, and of times that one was fetched again. With one more, the older half is forgotten.
    static let capacity = 4096

    private struct Evicted {
        var bytes: Int64
        var use: LastUse
        var number: UInt64
        var at: Duration
    }

    private struct Refetch {
        var key: ImageKey
        var bytes: Int64
        var limit: Int64
        var at: Duration
    }

    private var evicted: [ImageKey: Evicted] = [:]
    private var evictions: UInt64 = 0
    /// In the order of time.
    private var refetches: [Refetch] = []

    /// How many evicted photos are remembered.
    var count: Int { evicted.count }

    mutating func evicted(_ key: ImageKey, bytes: Int64, use: LastUse, now: Duration) {
        evictions += 1
        evicted[key] = Evicted(bytes: bytes, use: use, number: evictions, at: now)
        guard evicted.count > Self.capacity else { return }
        let middle = evicted.values.map(\.number).sorted()[evicted.count / 2]
        evicted = evicted.filter { $0.value.number >= middle }
    }

    /// A photo is being fetched. One that was evicted is counted.
    ///
    /// - Parameters:
    ///   - key: the photo.
    ///   - limit: that of the cache, which was too low.
    ///   - now: on the cache's clock.
    ///   - bytesKept: the bytes of what is in the cache and was used after that use.
    mutating func fetches(_ key: ImageKey, limit: Int64, now: Duration, bytesKept: (LastUse) -> Int64) {
        guard let photo = evicted.removeValue(forKey: key), now - photo.at <= Self.period else { return }
        let others = evicted.values.lazy.filter { $0.use > photo.use }.reduce(0) { $0 + $1.bytes }
        let needed = photo.bytes + others + bytesKept(photo.use)
        if refetches.count >= Self.capacity { refetches.removeFirst(Self.capacity / 2) }
        // Open photos go last, so that less than the limit may have been used since.
        refetches.append(Refetch(key: key, bytes: photo.bytes, limit: max(needed, limit + 1), at: now))
    }

    /// They are to be nowhere any more.
    mutating func forget(_ photos: Set<PhotoID>) {
        evicted = evicted.filter { !photos.contains($0.key.photo) }
    }

    func refetched(now: Duration) -> PhotoCache.Refetched {
        let recent = refetches.drop { now - $0.at > Self.period }
        return PhotoCache.Refetched(
            photos: Set(recent.map(\.key)).count, bytes: recent.reduce(0) { $0 + $1.bytes },
            sufficientLimit: recent.map(\.limit).max())
    }
}

/// When a photo was last used, in this life or an earlier one.
struct LastUse: Comparable, Sendable {
    /// Grows from use to use; 0 before the first of this life.
    var number: UInt64
    /// By the wall clock.
    var viewed: Int64

    static func < (left: LastUse, right: LastUse) -> Bool {
        (left.number, left.viewed) < (right.number, right.viewed)
    }
}
