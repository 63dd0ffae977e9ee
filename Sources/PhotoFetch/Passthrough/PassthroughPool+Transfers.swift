import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// The transfers: each fetches the bytes that its readers want, and no more.
extension PassthroughPool {
    @discardableResult
    func place(
        _ cursor: PassthroughCursor, in table: inout PassthroughTable, _ stream: ImageStream,
        _ report: PassthroughReport
    ) -> UInt64 {
        let number = table.nextNumber()
        let key = cursor.key
        table.cursors[number] = cursor
        table.cursors[number]?.task = Task { [self] in await pump(number, key, stream, report) }
        return number
    }

    /// Fetches bytes as readers want them, until the transfer ends or the cursor is removed.
    private func pump(_ number: UInt64, _ key: ImageKey, _ stream: ImageStream, _ report: PassthroughReport) async {
        var stream = stream
        do throws(FetchError) {
            var isRestarted = try await stream.connect()
            if stream.isRangeIgnored { table.withLock { _ = $0.withoutRange.insert(key) } }
            if !isRestarted, report.told(stream.version) {
                cancel { $0 != number && $1.key == key }
            }
            while !isRestarted, await isWanted(number) {
                isRestarted = try await bring(&stream, number, report)
            }
            if isRestarted {
                report.restarted(stream.version)
                cancel { $1.key == key }
            }
            stream.disconnect()
            end(number, .again)
        } catch {
            stream.disconnect()
            if error != .interrupted { report.failed(error) }
            end(number, error == .interrupted ? .again : .failed(error))
        }
    }

    /// Takes the next bytes, and the end when these were the last. Returns true when all bytes before are void.
    private func bring(
        _ stream: inout ImageStream, _ number: UInt64, _ report: PassthroughReport
    ) async throws(FetchError) -> Bool {
        while true {
            switch try await stream.next() {
            case .restarted:
                return true
            case .bytes(let piece):
                take(piece, number, isEndTold: stream.isEndTold)
                // Nobody wants bytes beyond this, but the end must be confirmed.
                guard let length = stream.version?.length, stream.position >= length else { return false }
            case .end:
                report.ended(KnownFile(length: stream.position, digest: stream.digest?.text))
                stream.disconnect()
                finish(number)
                return false
            }
        }
    }

    /// The window stays for readers that are a little behind; readers that wait for more bytes look again.
    private func finish(_ number: UInt64) {
        let (served, others) = table.withLock { table in
            table.cursors[number]?.finish() ?? ([], [])
        }
        for (reply, bytes) in served {
            reply.give(.bytes(bytes))
        }
        for reply in others {
            reply.give(.again)
        }
    }

    private func take(_ piece: [UInt8], _ number: UInt64, isEndTold: Bool) {
        let (served, isOver) = table.withLock { table in
            table.cursors[number]?.lastUsed = time.elapsed
            table.cursors[number]?.isEndTold = isEndTold
            let served = table.cursors[number]?.append(piece, window: limits.window, now: time.elapsed) ?? []
            return (served, isOneTooMany(number, in: &table))
        }
        for (reply, bytes) in served {
            reply.give(.bytes(bytes))
        }
        if isOver { return end(number, .again) }
        if !served.isEmpty { makeRoom() }
    }

    /// When bytes arrive at a cursor that lent its place, it takes a free place. When there is none it goes on for its
    /// waiting readers, as long as there is room for the bytes.
    private func isOneTooMany(_ number: UInt64, in table: inout PassthroughTable) -> Bool {
        guard let cursor = table.cursors[number], cursor.isLent else { return false }
        guard !table.hasPlace(limits) else {
            table.cursors[number]?.takePlaceBack()
            return false
        }
        let held = table.cursors.values.reduce(0) { $0 + $1.held }
        return cursor.waiters.isEmpty || held > Int64(limits.cursors) * limits.window
    }

    /// Waits until readers want more; returns false when the cursor must end.
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
        let pump = Reply<Void>()
        let isWaiting = table.withLock { table in
            guard let cursor = table.cursors[number], !cursor.wantsMore else { return false }
            table.cursors[number]?.pump = pump
            return true
        }
        if isWaiting { await pump.value(ifCancelled: ()) }
        return table.withLock { table in table.cursors[number]?.wantsMore ?? false }
    }

    private func mayIdle(_ number: UInt64) -> Bool {
        table.withLock { table in
            guard let cursor = table.cursors[number], !cursor.wantsMore else { return false }
            return time.elapsed - cursor.lastUsed < (table.turns.isEmpty ? limits.cursorIdle : Self.idleCheck)
        }
    }

    /// Removes a cursor: its readers get `answer`, its transfer ends, and the next read in the queue gets a new cursor.
    func end(_ number: UInt64, _ answer: PassthroughAnswer) {
        let cursor = table.withLock { table -> PassthroughCursor? in
            guard let cursor = table.cursors.removeValue(forKey: number) else { return nil }
            while !table.turns.isEmpty, table.hasPlace(limits) { _ = begin(table.turns.removeFirst(), in: &table) }
            return cursor
        }
        cursor?.pump?.give(())
        cursor?.task?.cancel()
        for waiter in cursor.map({ Array($0.waiters.values) }) ?? [] {
            waiter.reply.give(answer)
        }
    }

    @discardableResult
    func cancel(where isMeant: (UInt64, PassthroughCursor) -> Bool) -> [Task<Void, Never>] {
        let meant = table.withLock { table in table.cursors.filter { isMeant($0.key, $0.value) } }
        for number in meant.keys {
            end(number, .again)
        }
        return meant.values.compactMap(\.task)
    }
}
