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
