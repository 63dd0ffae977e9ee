import PhotoTree
import Waiting

/// One transfer of a photo that is not kept: a window of its newest bytes, and the readers that wait for the next ones.
struct PassthroughCursor {
    let key: ImageKey
    /// Offset of the first byte held.
    private(set) var start: Int64
    /// Offset after the last byte held; the transfer stands here.
    private(set) var end: Int64
    /// Pieces, not a slice: a slice would keep the bytes that were dropped from it.
    private var pieces: [[UInt8]] = []
    /// The offset up to which readers want bytes.
    private(set) var target: Int64
    var waiters: [UInt64: PassthroughWaiter] = [:]
    /// Bytes fetched for readers since this cursor was made.
    private(set) var brought: Int64 = 0
    /// When a reader last used the cursor.
    var lastUsed: Duration
    /// When bytes last arrived, or were first wanted.
    private(set) var moved: Duration
    /// Another cursor has its place among the pool's while no bytes arrive here; it holds no window.
    private(set) var isLent = false
    /// Wakes the pump, which sleeps until a reader wants more.
    var pump: Reply<Void>?
    var task: Task<Void, Never>?

    /// The photo ends at `end`.
    private(set) var isFinished = false
    /// Whether the photo's length is certain. Where it is not, the bytes before a wrong end would look like the whole
    /// photo, so the last bytes wait for the end of the transfer.
    var isEndTold = true

    init(_ key: ImageKey, at offset: Int64, now: Duration) {
        self.key = key
        start = offset
        end = offset
        target = offset
        lastUsed = now
        moved = now
    }

    var held: Int64 { end - start }

    /// Whether the waiter can have its bytes.
    func holds(_ waiter: PassthroughWaiter) -> Bool {
        start <= waiter.range.lowerBound && waiter.range.upperBound <= end && (isFinished || !awaitsEnd(waiter))
    }

    private func awaitsEnd(_ waiter: PassthroughWaiter) -> Bool {
        waiter.isEnd && !(isEndTold && waiter.lacksDigest)
    }

    /// How far `offset` is beyond the transfer; nil when the window begins behind it, or it is further than `reach`.
    func distance(to offset: Int64, reach: Int64) -> Int64? {
        guard !isFinished, start <= offset, offset - end <= reach else { return nil }
        return max(0, offset - end)
    }

    var wantsMore: Bool { !isFinished && (target > end || waiters.values.contains(where: awaitsEnd)) }

    /// Whether readers have waited for bytes for at least `patience`.
    func liesStill(for patience: Duration, now: Duration) -> Bool {
        wantsMore && now - moved >= patience
    }

    mutating func lend() {
        isLent = true
        trim(to: 0)
    }

    mutating func takePlaceBack() {
        isLent = false
    }

    /// Adds a reader that waits for bytes; returns the pump to be woken.
    mutating func add(_ waiter: PassthroughWaiter, _ number: UInt64, now: Duration) -> Reply<Void>? {
        if !wantsMore { moved = now }
        lastUsed = now
        waiters[number] = waiter
        target = max(target, waiter.range.upperBound)
        guard wantsMore else { return nil }
        defer { pump = nil }
        return pump
    }

    typealias Served = (reply: Reply<PassthroughAnswer>, bytes: [UInt8])

    /// Ends the transfer. Returns the readers that waited for the end, with their bytes, and those for whom there are
    /// none.
    mutating func finish() -> (served: [Served], others: [Reply<PassthroughAnswer>]) {
        isFinished = true
        let served = serve()
        defer { waiters = [:] }
        return (served, waiters.values.map(\.reply))
    }

    /// Takes the next bytes; returns the readers whose range is now held, with their bytes.
    mutating func append(_ piece: [UInt8], window: Int64, now: Duration) -> [Served] {
        moved = now
        pieces.append(piece)
        end += Int64(piece.count)
        brought += Int64(piece.count)
        let served = serve()
        trim(to: isLent ? 0 : window)
        return served
    }

    private mutating func serve() -> [Served] {
        let met = waiters.filter { holds($0.value) }
        for number in met.keys {
            waiters[number] = nil
        }
        return met.values.map { ($0.reply, bytes($0.range)) }
    }

    /// Drops the oldest bytes, but none that a reader needs together with later ones.
    private mutating func trim(to window: Int64) {
        // A reader whose supposed end was passed is not counted: its bytes belong to a truncated image, and it does not
        // get them.
        let needed = waiters.values.filter { !awaitsEnd($0) || $0.range.upperBound >= end }.map(\.range.lowerBound)
            .min()
        while held > window, let first = pieces.first, start + Int64(first.count) <= needed ?? end {
            pieces.removeFirst()
            start += Int64(first.count)
        }
    }

    /// Bytes of a range that is held.
    func bytes(_ range: Range<Int64>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var offset = start
        for piece in pieces {
            let part = range.clamped(to: offset..<offset + Int64(piece.count))
            if !part.isEmpty { bytes += piece[Int(part.lowerBound - offset)..<Int(part.upperBound - offset)] }
            offset += Int64(piece.count)
        }
        return bytes
    }
}
