import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// Photos that the cache cannot take, read straight from their host through a few cursors with small windows.
///
/// A read is served by a cursor of its photo whose window holds the bytes or ends a little before them; that cursor
/// then reads on. Otherwise the read takes a free cursor or an idle one, or waits in a queue. A cursor that is busy for
/// its readers is taken only after it has fetched a window's worth for them, so that all readers make progress however
/// many they are. A stalled cursor lends its place to the next read in the queue: stalled photos must not keep others
/// waiting.
final class PassthroughPool: Sendable {
    /// At most this many bytes of one read are held in a window.
    private static let chunk: Int64 = 256 << 10
    /// How often an idle cursor checks whether it should end, and how long it may idle while reads wait for one.
    static let idleCheck: Duration = .milliseconds(100)

    let limits: FetchLimits
    let time: ElapsedClock
    let table = Mutex(PassthroughTable())

    init(limits: FetchLimits, time: ElapsedClock) {
        self.limits = limits
        self.time = time
    }

    /// Images that a transfer reads or will read for somebody, and whose end has not come.
    var keysRead: Set<ImageKey> { table.withLock { $0.keysRead } }

    func isRead(_ key: ImageKey) -> Bool { keysRead.contains(key) }

    /// The bytes of a first part of `range`, at least one; nil after a change: the caller looks again. The bytes before
    /// `length` come only when that is the photo's end, and unless it `lacksDigest` when the digest has been compared.
    func read(
        _ range: Range<Int64>, of key: ImageKey, length: Int64, lacksDigest: Bool, report: PassthroughReport,
        stream: @escaping @Sendable (Int64) -> ImageStream
    ) async throws(FetchError) -> [UInt8]? {
        guard !Task.isCancelled else { throw .interrupted }
        let count = min(range.upperBound - range.lowerBound, Self.chunk, limits.window / 2)
        let range = range.lowerBound..<range.lowerBound + count
        let number = table.withLock { $0.nextNumber() }
        let reply = Reply<PassthroughAnswer>()
        let waiter = PassthroughWaiter(
            range: range, isEnd: range.upperBound >= length, lacksDigest: lacksDigest, reply: reply)
        ask(
            PassthroughTurn(
                number: number, key: key, waiter: waiter, length: length, report: report, stream: stream))
        let answer = await reply.value(ifCancelled: .failed(.interrupted))
        if case .failed(.interrupted) = answer { forget(number) }
        switch answer {
        case .bytes(let bytes): return bytes
        case .again: return nil
        case .failed(let error): throw error
        }
    }

    /// Turns a running transfer into a cursor, when there is room for one.
    func adopt(_ stream: ImageStream, holding piece: [UInt8], of key: ImageKey, report: PassthroughReport) {
        let isAdopted = table.withLock { table in
            guard !table.isShutDown, table.hasPlace(limits) else { return false }
            var cursor = PassthroughCursor(key, at: stream.position - Int64(piece.count), now: time.elapsed)
            cursor.isEndTold = stream.isEndTold
            _ = cursor.append(piece, window: limits.window, now: time.elapsed)
            place(cursor, in: &table, stream, report)
            return true
        }
        guard !isAdopted else { return }
        // Not under the lock: the transport takes its own lock.
        var stream = stream
        stream.disconnect()
    }

    /// Nobody has the photo open any more.
    func close(_ key: ImageKey) {
        cancel { $1.key == key }
        table.withLock { _ = $0.withoutRange.remove(key) }
    }

    func shutdown() async {
        let turns = table.withLock { table in
            table.isShutDown = true
            defer { table.turns = [] }
            return table.turns
        }
        for turn in turns {
            turn.waiter.reply.give(.failed(.shutDown))
        }
        for task in cancel(where: { _, _ in true }) {
            await task.value
        }
    }
}
