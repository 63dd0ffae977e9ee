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
    private struct Turn {
        var number: UInt64
        var key: ImageKey
        var waiter: PassthroughCursor.Waiter
        var report: Report
        var stream: StreamFrom
    }

    private struct Table {
        var cursors: [UInt64: PassthroughCursor] = [:]
        var turns: [Turn] = []
        /// Photos whose host does not answer Range.
        var withoutRange: Set<ImageKey> = []
        var isShutDown = false
        /// Somebody looks for places that can be lent.
        var isWatched = false
        var lastNumber: UInt64 = 0

        func hasPlace(_ limits: FetchLimits) -> Bool {
            cursors.count < limits.allCursors && cursors.values.count { !$0.isLent } < limits.cursors
        }

        mutating func nextNumber() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }
    }

    /// Bytes of one read that a window holds at once.
    private static let chunk: Int64 = 256 << 10
    /// How often an idle cursor looks whether it should go, and how long it idles when others wait for one.
    private static let idleCheck: Duration = .milliseconds(100)

    private let limits: FetchLimits
    private let time: ElapsedClock
    private let table = Mutex(Table())

    init(limits: FetchLimits, time: ElapsedClock) {
        self.limits = limits
        self.time = time
    }

    /// Bytes of a part of `range`, from its start, of at least one byte; nil after a change that makes another look
    /// worthwhile.
    func read(
        _ range: Range<Int64>, of key: ImageKey, report: Report, stream: @escaping StreamFrom
    ) async throws(FetchError) -> [UInt8]? {
        let range = range.lowerBound..<min(range.upperBound, range.lowerBound + min(Self.chunk, limits.window / 2))
        let number = table.withLock { $0.nextNumber() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: Answer.failed(FetchError.interrupted))
                }
                let waiter = PassthroughCursor.Waiter(range: range, continuation: continuation)
                ask(Turn(number: number, key: key, waiter: waiter, report: report, stream: stream))
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
        table.withLock { table in
            guard !table.isShutDown, table.hasPlace(limits) else {
                var stream = stream
                return stream.disconnect()
            }
            var cursor = PassthroughCursor(key, at: stream.position - Int64(piece.count), now: time.elapsed)
            _ = cursor.append(piece, window: limits.window, now: time.elapsed)
            place(cursor, in: &table, stream, report)
        }
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

    // MARK: Asking

    private func ask(_ turn: Turn) {
        let range = turn.waiter.range
        let (answer, pump) = table.withLock { table -> (Answer?, CheckedContinuation<Void, Never>?) in
            guard !table.isShutDown else { return (.failed(.shutDown), nil) }
            let reach = table.withoutRange.contains(turn.key) ? Int64.max : limits.window
            let own = table.cursors.filter { $0.value.key == turn.key }
            if let (found, cursor) = own.first(where: { $0.value.holds(range) }) {
                table.cursors[found]?.lastUsed = time.elapsed
                return (.bytes(cursor.bytes(range)), nil)
            }
            let below = own.compactMap { found, cursor in
                cursor.distance(to: range.lowerBound, reach: reach).map { (found, $0) }
            }
            if let (nearest, _) = below.min(by: { $0.1 < $1.1 }) {
                return (nil, join(nearest, turn, in: &table))
            }
            guard table.hasPlace(limits) else {
                table.turns.append(turn)
                return (nil, nil)
            }
            return (nil, begin(turn, in: &table))
        }
        pump?.resume()
        if let answer { return turn.waiter.continuation.resume(returning: answer) }
        makeRoom()
        watchTurns()
    }

    /// A new cursor for the read.
    private func begin(_ turn: Turn, in table: inout Table) -> CheckedContinuation<Void, Never>? {
        let offset = turn.waiter.range.lowerBound
        let cursor = PassthroughCursor(turn.key, at: offset, now: time.elapsed)
        return join(place(cursor, in: &table, turn.stream(offset), turn.report), turn, in: &table)
    }

    private func join(_ number: UInt64, _ turn: Turn, in table: inout Table) -> CheckedContinuation<Void, Never>? {
        table.cursors[number]?.waiters[turn.number] = turn.waiter
        table.cursors[number]?.lastUsed = time.elapsed
        return table.cursors[number]?.want(turn.waiter.range.upperBound, now: time.elapsed)
    }

    private func cancel(_ number: UInt64) {
        let continuation = table.withLock { table -> CheckedContinuation<Answer, Never>? in
            if let index = table.turns.firstIndex(where: { $0.number == number }) {
                return table.turns.remove(at: index).waiter.continuation
            }
            for found in table.cursors.keys {
                if let waiter = table.cursors[found]?.waiters.removeValue(forKey: number) { return waiter.continuation }
            }
            return nil
        }
        continuation?.resume(returning: .failed(.interrupted))
    }

    /// With reads that wait for a cursor: takes one that has done enough for its readers, or idles.
    private func makeRoom() {
        let now = time.elapsed
        let victim = table.withLock { table -> UInt64? in
            guard !table.turns.isEmpty else { return nil }
            return table.cursors.filter { cursor in
                cursor.value.waiters.isEmpty && !cursor.value.isLent
                    && (cursor.value.brought >= limits.window || now - cursor.value.lastUsed >= Self.idleCheck)
            }.min { $0.value.lastUsed < $1.value.lastUsed }?.key
        }
        if let victim { end(victim, .again) }
    }

    /// Looks every so often, for as long as reads wait for a place, who could lend one: lying still is no event.
    private func watchTurns() {
        let isFirst = table.withLock { table in
            guard !table.isWatched, !table.turns.isEmpty else { return false }
            table.isWatched = true
            return true
        }
        guard isFirst else { return }
        Task { [weak self, time] in
            while (try? await time.sleep(for: Self.idleCheck)) != nil, self?.lendPlaces() == true {}
        }
    }

    /// False when no read waits for a place any more.
    private func lendPlaces() -> Bool {
        let now = time.elapsed
        return table.withLock { table in
            for (number, cursor) in table.cursors where !cursor.isLent {
                guard !table.turns.isEmpty, table.cursors.count < limits.allCursors else { break }
                guard cursor.liesStill(for: limits.cursorPatience, now: now) else { continue }
                table.cursors[number]?.lend()
                _ = begin(table.turns.removeFirst(), in: &table)
            }
            table.isWatched = !table.turns.isEmpty
            return table.isWatched
        }
    }

    // MARK: Cursors

    @discardableResult
    private func place(
        _ cursor: PassthroughCursor, in table: inout Table, _ stream: ImageStream, _ report: Report
    ) -> UInt64 {
        let number = table.nextNumber()
        let key = cursor.key
        table.cursors[number] = cursor
        table.cursors[number]?.task = Task { [self] in await pump(number, key, stream, report) }
        return number
    }

    /// Brings bytes as they are wanted, until the transfer ends or the cursor is taken away.
    private func pump(_ number: UInt64, _ key: ImageKey, _ stream: ImageStream, _ report: Report) async {
        var stream = stream
        do throws(FetchError) {
            var isRestarted = try await stream.connect()
            if stream.isRangeIgnored { table.withLock { _ = $0.withoutRange.insert(key) } }
            if !isRestarted, report.told(stream.version) {
                drop { $0 != number && $1.key == key }
            }
            while !isRestarted, await isWanted(number) {
                isRestarted = try await bring(&stream, number, report)
            }
            if isRestarted {
                report.restarted()
                drop { $1.key == key }
            }
            stream.disconnect()
            end(number, .again)
        } catch {
            stream.disconnect()
            if error != .interrupted { report.failed(error) }
            end(number, error == .interrupted ? .again : .failed(error))
        }
    }

    /// The next bytes, and the end when these were the last. True when all before is void.
    private func bring(
        _ stream: inout ImageStream, _ number: UInt64, _ report: Report
    ) async throws(FetchError) -> Bool {
        while true {
            switch try await stream.next() {
            case .restarted:
                return true
            case .bytes(let piece):
                take(piece, number)
                // Nobody wants what lies behind the end, but that it is the end is worth knowing.
                guard let length = stream.version?.length, stream.position >= length else { return false }
            case .end:
                report.ended(LearntFile(length: stream.position, digest: stream.digest?.text))
                stream.disconnect()
                finish(number)
                return false
            }
        }
    }

    /// The window stays for those who are a little behind; who waits for more looks again.
    private func finish(_ number: UInt64) {
        let waiting = table.withLock { table in
            table.cursors[number]?.finish() ?? []
        }
        for continuation in waiting {
            continuation.resume(returning: .again)
        }
    }

    private func take(_ piece: [UInt8], _ number: UInt64) {
        let (served, isOver) = table.withLock { table in
            table.cursors[number]?.lastUsed = time.elapsed
            let served = table.cursors[number]?.append(piece, window: limits.window, now: time.elapsed) ?? []
            return (served, isOneTooMany(number, in: &table))
        }
        for (continuation, bytes) in served {
            continuation.resume(returning: .bytes(bytes))
        }
        if isOver { return end(number, .again) }
        if !served.isEmpty { makeRoom() }
    }

    /// A cursor that lent its place and moves again takes a free one. Without one it goes on for those who wait for it,
    /// as long as there is room for what it brings them.
    private func isOneTooMany(_ number: UInt64, in table: inout Table) -> Bool {
        guard let cursor = table.cursors[number], cursor.isLent else { return false }
        guard !table.hasPlace(limits) else {
            table.cursors[number]?.takePlaceBack()
            return false
        }
        let held = table.cursors.values.reduce(0) { $0 + $1.held }
        return cursor.waiters.isEmpty || held > Int64(limits.cursors) * limits.window
    }

    /// Waits until more is wanted; false when the cursor is to end.
    private func isWanted(_ number: UInt64) async -> Bool {
        func look() -> Bool? {
            table.withLock { table in
                guard let cursor = table.cursors[number], !Task.isCancelled else { return false }
                return cursor.wantsMore ? true : nil
            }
        }
        if let answer = look() { return answer }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.demand(number) }
            group.addTask {
                while (try? await self.time.sleep(for: Self.idleCheck)) != nil, self.mayIdle(number) {}
                return false
            }
            let isWanted = await group.next() ?? false
            group.cancelAll()
            return isWanted || look() == true
        }
    }

    private func demand(_ number: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = table.withLock { table in
                    guard let cursor = table.cursors[number], !cursor.wantsMore, !Task.isCancelled else {
                        return false
                    }
                    table.cursors[number]?.pump = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            wake(number)
        }
        return table.withLock { table in table.cursors[number]?.wantsMore ?? false }
    }

    private func wake(_ number: UInt64) {
        let pump = table.withLock { table in
            defer { table.cursors[number]?.pump = nil }
            return table.cursors[number]?.pump
        }
        pump?.resume()
    }

    private func mayIdle(_ number: UInt64) -> Bool {
        table.withLock { table in
            guard let cursor = table.cursors[number], !cursor.wantsMore else { return false }
            return time.elapsed - cursor.lastUsed < (table.turns.isEmpty ? limits.cursorIdle : Self.idleCheck)
        }
    }

    /// Takes a cursor away: its readers are answered, its transfer ends, and the next read in turn gets a new one.
    private func end(_ number: UInt64, _ answer: Answer) {
        let cursor = table.withLock { table -> PassthroughCursor? in
            guard let cursor = table.cursors.removeValue(forKey: number) else { return nil }
            while !table.turns.isEmpty, table.hasPlace(limits) { _ = begin(table.turns.removeFirst(), in: &table) }
            return cursor
        }
        cursor?.pump?.resume()
        cursor?.task?.cancel()
        for waiter in cursor.map({ Array($0.waiters.values) }) ?? [] {
            waiter.continuation.resume(returning: answer)
        }
    }

    @discardableResult
    private func drop(where isMeant: (UInt64, PassthroughCursor) -> Bool) -> [Task<Void, Never>] {
        let meant = table.withLock { table in table.cursors.filter { isMeant($0.key, $0.value) } }
        for number in meant.keys {
            end(number, .again)
        }
        return meant.values.compactMap(\.task)
    }
}
