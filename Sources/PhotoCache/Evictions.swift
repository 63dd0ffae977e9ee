import PhotoTree

/// Files in the order in which they are evicted: a heap, so that evicting one costs the same however many there are.
///
/// A place is not changed when its file is used; whoever takes the first one compares it with what holds now, and puts
/// the file back where it belongs. So a file must be put in again when it is to go earlier than before, and only then.
struct EvictionOrder: Sendable {
    struct Place: Comparable, Sendable {
        /// Unfinished files go first, then photos that nobody has open, then the open ones.
        var rank: Int
        var use: LastUse
        var file: FileNumber

        static func < (left: Place, right: Place) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            if left.use != right.use { return left.use < right.use }
            return left.file < right.file
        }
    }

    private var heap: [Place] = []

    var count: Int { heap.count }

    init() {}

    init(_ places: some Sequence<Place>) {
        // A sorted array is a heap.
        heap = places.sorted()
    }

    mutating func insert(_ place: Place) {
        var index = heap.count
        heap.append(place)
        while index > 0, place < heap[(index - 1) / 2] {
            heap[index] = heap[(index - 1) / 2]
            index = (index - 1) / 2
        }
        heap[index] = place
    }

    /// Takes out the first place; nil when there is none.
    mutating func takeFirst() -> Place? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < last else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = last
        return first
    }
}

/// When a photo was last used, by this process or an earlier one.
struct LastUse: Comparable, Sendable {
    /// Grows with every use; 0 before this process first uses the photo.
    var number: UInt64
    /// By the wall clock.
    var viewed: Int64

    static func < (left: LastUse, right: LastUse) -> Bool {
        (left.number, left.viewed) < (right.number, right.viewed)
    }
}

/// Which limit would have kept the photos that were evicted and fetched again in the last 24 hours.
///
/// A cache that evicts the least recently used photo still has a photo if that photo and all bytes used since then fit
/// into it. The sum of these bytes is the limit that would have kept the photo, and the largest such limit would have
/// kept all. A value; reads cost nothing, and it remembers a bounded number of photos.
struct EvictionHistory: Sendable {
    static let period = Duration.seconds(24 * 60 * 60)
    /// For evicted photos and for refetches alike. When there is one more, the older half is forgotten.
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
    /// In order of time.
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

    /// A download begins. It is counted when its photo was evicted before.
    ///
    /// - Parameters:
    ///   - key: the photo.
    ///   - limit: the cache's limit, which was too low.
    ///   - now: on the cache's clock.
    ///   - bytesKept: the bytes of photos in the cache that were used after the given use.
    mutating func fetches(_ key: ImageKey, limit: Int64, now: Duration, bytesKept: (LastUse) -> Int64) {
        guard let photo = evicted.removeValue(forKey: key), now - photo.at <= Self.period else { return }
        let others = evicted.values.lazy.filter { $0.use > photo.use }.reduce(0) { $0 + $1.bytes }
        let needed = photo.bytes + others + bytesKept(photo.use)
        if refetches.count >= Self.capacity { refetches.removeFirst(Self.capacity / 2) }
        // Open photos are evicted last, so fewer bytes than the limit may have been used since.
        refetches.append(Refetch(key: key, bytes: photo.bytes, limit: max(needed, limit + 1), at: now))
    }

    /// Forgets photos that must not be found any more.
    mutating func forget(_ photos: Set<PhotoID>) {
        evicted = evicted.filter { !photos.contains($0.key.photo) }
    }

    func refetched(now: Duration) -> CacheUsage.Refetched {
        let recent = refetches.drop { now - $0.at > Self.period }
        return CacheUsage.Refetched(
            photos: Set(recent.map(\.key)).count, bytes: recent.reduce(0) { $0 + $1.bytes },
            sufficientLimit: recent.map(\.limit).max())
    }
}
