import PhotoCache
import PhotoTree
import Synchronization

/// Photos that the cache cannot take, read straight from their host through a few cursors with small windows.
///
/// A read is served by the cursor of its photo whose window holds its bytes or is just below them, which then reads on;
/// else it takes a free cursor, or one that idles; else it waits its turn. A cursor is taken from readers that keep it
/// busy only after it has brought them a window's worth, so that all make progress however many they are. One that lies
/// still lends its place to the next read in turn: stalled photos must not keep others waiting.
final class PassthroughPool: Sendable {
    enum Answer: Sendable {
        case bytes([UInt8])
        /// The transfer ended or was taken away: look again.
        case again
        case failed(FetchError)
    }

    /// What transfers tell of the photo.
    struct Report: Sendable {
        /// True when that is another version than before.
        var told: @Sendable (ImageVersion?) -> Bool
        /// The bytes are others than before.
        var restarted: @Sendable () -> Void
        /// The end was reached: the length, and the digest where all bytes were seen.
        var ended: @Sendable (LearntFile) -> Void
        var failed: @Sendable (FetchError) -> Void
    }

    typealias StreamFrom = @Sendable (Int64) -> ImageStream

    /// A read that waits for a cursor.
    struct Turn {
        var number: UInt64
        var key: ImageKey
        var waiter: PassthroughCursor.Waiter
        /// Of the photo, in bytes, as its readers believe.
        var length: Int64
        var report: Report
        var stream: StreamFrom
    }

    /// Bytes of one read that a window holds at once.
    private static let chunk: Int64 = 256 << 10
    /// How often an idle cursor looks whether it should go, and how long it idles when others wait for one.
    static let idleCheck: Duration = .milliseconds(100)

    let limits: FetchLimits
    let time: ElapsedClock
    let table = Mutex(PassthroughTable())

    init(limits: FetchLimits, time: ElapsedClock) {
        self.limits = limits
        self.time = time
    }

    /// Bytes of a part of `range`, from its start, of at least one byte; nil after a change that makes another look
    /// worthwhile. The photo's last ones, before `length`, only when that is its end.
    func read(
        _ range: Range<Int64>, of key: ImageKey, length: Int64, report: Report, stream: @escaping StreamFrom
    ) async throws(FetchError) -> [UInt8]? {
        let count = min(range.upperBound - range.lowerBound, Self.chunk, limits.window / 2)
        let range = range.lowerBound..<range.lowerBound + count
        let number = table.withLock { $0.nextNumber() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: Answer.failed(FetchError.interrupted))
                }
                let waiter = PassthroughCursor.Waiter(
                    range: range, isEnd: range.upperBound >= length, continuation: continuation)
                ask(Turn(number: number, key: key, waiter: waiter, length: length, report: report, stream: stream))
            }
        } onCancel: {
            cancel(number)
        }
        switch answer {
        case .bytes(let bytes): return bytes
        case .again: return nil
        case .failed(let error): throw error
        }
    }

    /// Makes a transfer under way a cursor, when there is room for one.
    func adopt(_ stream: ImageStream, holding piece: [UInt8], of key: ImageKey, report: Report) {
        let isAdopted = table.withLock { table in
            guard !table.isShutDown, table.hasPlace(limits) else { return false }
            var cursor = PassthroughCursor(key, at: stream.position - Int64(piece.count), now: time.elapsed)
            cursor.isEndTold = stream.isEndTold
            _ = cursor.append(piece, window: limits.window, now: time.elapsed)
            place(cursor, in: &table, stream, report)
            return true
        }
        guard !isAdopted else { return }
        // Not under the lock: the transport takes its own.
        var stream = stream
        stream.disconnect()
    }

    /// Nobody has the photo open any more.
    func close(_ key: ImageKey) {
        drop { $1.key == key }
        table.withLock { _ = $0.withoutRange.remove(key) }
    }

    func shutdown() async {
        let turns = table.withLock { table in
            table.isShutDown = true
            defer { table.turns = [] }
            return table.turns
        }
        for turn in turns {
            turn.waiter.continuation.resume(returning: .failed(.shutDown))
        }
        for task in drop(where: { _, _ in true }) {
            await task.value
        }
    }
}
