import PhotoTree
import Waiting

/// One transfer of a photo that is not kept: a window of its newest bytes, and those who wait for what follows.
struct PassthroughCursor {
    let key: ImageKey
    /// Offset of the first byte held.
    private(set) var start: Int64
    /// Offset after the last byte held; the transfer stands here.
    private(set) var end: Int64
    /// No slice, which would keep what is dropped from it.
    private var pieces: [[UInt8]] = []
    /// Up to where somebody wants bytes.
    private(set) var target: Int64
    var waiters: [UInt64: PassthroughWaiter] = [:]
    /// Bytes brought for readers since this cursor was made.
    private(set) var brought: Int64 = 0
    /// When somebody last wanted something of it.
    var lastUsed: Duration
    /// When bytes last came, or were first wanted.
    private(set) var moved: Duration
    /// Its place among the pool's cursors is another's for as long as nothing moves here: it holds no window.
    private(set) var isLent = false
    /// The pump, asleep until somebody wants more.
    var pump: Reply<Void>?
    var task: Task<Void, Never>?

    /// The photo's end lies at `end`.
    private(set) var isFinished = false
    /// Whether it is certain where the photo ends. Where it is not, the bytes before a wrong end would look like the whole
    /// photo: the last ones wait for the end of the transfer.
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
        waiter.isEnd && !isEndTold
    }

    /// How far the transfer is below `offset`; nil when it is past it, or further below than `reach`.
    func distance(to offset: Int64, reach: Int64) -> Int64? {
        guard !isFinished, start <= offset, offset - end <= reach else { return nil }
        return max(0, offset - end)
    }

    var wantsMore: Bool { !isFinished && (target > end || waiters.values.contains(where: awaitsEnd)) }

    /// Whether somebody has waited for bytes that long in vain.
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

    /// Somebody waits for bytes; returns the pump to be woken.
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

    /// There is no more to come; returns those who waited for the end, with their bytes, and those for whom there are
    /// none.
    mutating func finish() -> (served: [Served], others: [Reply<PassthroughAnswer>]) {
        isFinished = true
        let served = serve()
        defer { waiters = [:] }
        return (served, waiters.values.map(\.reply))
    }

    /// Takes in the next bytes; returns those whose range is now held, with their bytes.
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

    /// Drops the oldest bytes, but none that somebody waits to have together with those to come.
    private mutating func trim(to window: Int64) {
        // Past what one took for the end, its bytes are those of a cut image, and it will not get them.
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
