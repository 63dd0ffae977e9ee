import PhotoCache
import Synchronization
import Waiting

/// Chooses the cursor that serves a read, and queues reads that must wait for one.
extension PassthroughPool {
    func ask(_ turn: PassthroughTurn) {
        let range = turn.waiter.range
        let (answer, pump) = table.withLock { table -> (PassthroughAnswer?, Reply<Void>?) in
            guard !table.isShutDown else { return (.failed(.shutDown), nil) }
            let reach = table.withoutRange.contains(turn.key) ? Int64.max : limits.window
            let own = table.cursors.filter { $0.value.key == turn.key }
            if let (found, cursor) = own.first(where: { $0.value.holds(turn.waiter) }) {
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
        pump?.give(())
        if let answer { return turn.waiter.reply.give(answer) }
        makeRoom()
        watchTurns()
    }

    /// Makes a new cursor for the read.
    func begin(_ turn: PassthroughTurn, in table: inout PassthroughTable) -> Reply<Void>? {
        // Start early enough for the tail that proves the image's end; a later reader of these bytes may join.
        let offset = min(turn.waiter.range.lowerBound, max(0, turn.length - ImageTail.reach))
        let cursor = PassthroughCursor(turn.key, at: offset, now: time.elapsed)
        return join(place(cursor, in: &table, turn.stream(offset), turn.report), turn, in: &table)
    }

    private func join(
        _ number: UInt64, _ turn: PassthroughTurn, in table: inout PassthroughTable
    ) -> Reply<Void>? {
        table.cursors[number]?.add(turn.waiter, turn.number, now: time.elapsed)
    }

    /// Forgets a read whose reader was cancelled.
    func forget(_ number: UInt64) {
        table.withLock { table in
            table.turns.removeAll { $0.number == number }
            for found in table.cursors.keys {
                table.cursors[found]?.waiters[number] = nil
            }
        }
    }

    /// When reads wait for a cursor, removes one that has served its readers enough, or is idle.
    func makeRoom() {
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

    /// While reads wait for a place, looks at intervals for a cursor that can lend one: no event tells that a transfer
    /// stalled.
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

    /// Returns false when no read waits for a place any more.
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
}
