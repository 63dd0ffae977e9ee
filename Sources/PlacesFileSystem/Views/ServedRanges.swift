/// Which bytes of a file have been served, precise enough to tell whether at least half of them have.
struct ServedRanges: Hashable, Sendable {
    /// In order, none touching another.
    private var ranges: [Range<Int64>] = []
    private(set) var count: Int64 = 0

    /// A reader with more ranges than this is not looking at the photo; its smallest range is forgotten.
    private static let capacity = 64

    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        // Readers go forward, so nearly every range goes to the end.
        var first = ranges.endIndex
        while first > 0, ranges[first - 1].upperBound >= range.lowerBound {
            first -= 1
        }
        var last = first
        var merged = range
        while last < ranges.endIndex, ranges[last].lowerBound <= range.upperBound {
            merged = min(merged.lowerBound, ranges[last].lowerBound)..<max(merged.upperBound, ranges[last].upperBound)
            count -= Int64(ranges[last].count)
            last += 1
        }
        ranges.replaceSubrange(first..<last, with: [merged])
        count += Int64(merged.count)
        if ranges.count > Self.capacity, let smallest = ranges.indices.min(by: { ranges[$0].count < ranges[$1].count })
        {
            count -= Int64(ranges[smallest].count)
            ranges.remove(at: smallest)
        }
    }

    /// Whether at least half of `length` bytes have been served.
    func isHalf(of length: Int64) -> Bool {
        length > 0 && count * 2 >= length
    }
}
