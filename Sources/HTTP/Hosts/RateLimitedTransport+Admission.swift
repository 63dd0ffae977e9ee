internal import Synchronization
internal import Waiting

// Decides which request may start, and how long the others queue. Each section of a host has its own queue. The
// sections of a host, and the hosts of a group, share a budget of connections. All hosts without a policy of their own
// share one rate limit.
extension RateLimitedTransport {
    func admission(of request: HTTPRequest, attempt: Int) async throws(HTTPError) -> TransferSlot {
        guard !Task.isCancelled else { throw .cancelled }
        let (name, now) = (request.queue, time.elapsed)
        let (id, immediate) = table.withLock { table in
            table.lastID += 1
            let id = table.lastID
            let isFirst = !areOthersWaiting(besides: name, in: table)
            return withHost(name, in: &table) { host, connections in
                if attempt > 1 { host.retries += 1 }
                return (id, immediateAdmission(to: &host, &connections, name, id, request, isFirst: isFirst, now))
            }
        }
        if let immediate { return try immediate.get() }
        let waiting = WaitingRequests.current
        waiting?.enter()
        defer { waiting?.leave() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                table.withLock { table in
                    table.hosts[name]?.enqueue(
                        HostQueue.Waiter(
                            id: id, priority: request.priority, displacements: request.displacements, turn: turn))
                }
                if Task.isCancelled { withdraw(id, from: name) }
                admitWaiting(to: budget(of: name))
            }
        } onCancel: {
            withdraw(id, from: name)
        }
        return try result.get()
    }

    /// Whether somebody waits in another queue of the same budget. A new request then goes through its own queue, so
    /// that the more urgent, and of equally urgent ones the older, goes first.
    private func areOthersWaiting(besides name: String, in table: Table) -> Bool {
        table.hosts.contains { other, host in
            !host.waiters.isEmpty && other != name && budget(of: other) == budget(of: name)
        }
    }

    /// Nil if the request has to queue. `isFirst` is whether nobody waits in other queues of the budget.
    private func immediateAdmission(
        to host: inout HostQueue, _ connections: inout HostConnections, _ name: String, _ id: Int,
        _ request: HTTPRequest, isFirst: Bool, _ now: Duration
    ) -> Result<TransferSlot, HTTPError>? {
        let priority = request.priority
        if let pause = host.isTooLong(priority, at: now) { return .failure(host.refusal(pause)) }
        if let wait = host.isTooLate(priority, at: now) { return .failure(.shareUsed(wait)) }
        // A request that has to displace another goes through the queue.
        guard isFirst, host.waiters.isEmpty, connections.count < host.policy.connections.ceiling else {
            if case .refuse(let pause) = host.backoff.verdict(at: now) { return .failure(host.refusal(pause)) }
            return nil
        }
        switch host.step(priority, displacements: request.displacements, beside: &connections, at: now) {
        case .refuse(let pause): return .failure(host.refusal(pause))
        case .wait, .displace: return nil
        case .start:
            return .success(occupy(&host, &connections, name, id, priority, request.displacements, now))
        }
    }

    private func occupy(
        _ host: inout HostQueue, _ connections: inout HostConnections, _ name: String, _ id: Int,
        _ priority: HTTPRequest.Priority, _ displacements: Int, _ now: Duration
    ) -> TransferSlot {
        let slot = TransferSlot(startedAt: now, isProbe: host.backoff.started()) { [weak self] in
            self.map { $0.vacate(id, in: $0.budget(of: name)) }
        }
        host.start(priority, at: now)
        connections.start(id, of: name, slot.movement, priority, displacements: displacements)
        return slot
    }

    private func vacate(_ id: Int, in budget: String) {
        table.withLock { _ = $0.connections[budget]?.end(id) }
        admitWaiting(to: budget)
    }

    private func withdraw(_ id: Int, from name: String) {
        let waiter = table.withLock { $0.hosts[name]?.withdraw(id) }
        waiter?.turn.resume(returning: .failure(.cancelled))
    }

    /// Starts every waiting request that may start, and sets the timer for the next.
    func admitWaiting(to budget: String) {
        let now = time.elapsed
        var admitted = Admitted()
        table.withLock { table in
            var queues = table.hosts.keys.filter { self.budget(of: $0) == budget }
            while let name = Self.next(of: queues, in: table) {
                let more = withHost(name, in: &table) { admitNext(to: &$0, &$1, name, now, &admitted) }
                guard case .nobody(let until) = more else { continue }
                queues.removeAll { $0 == name }
                if let until { setTimer(&table, at: until, now) }
            }
        }
        for movement in admitted.displaced {
            movement.displace()
        }
        for (turn, result) in admitted.turns {
            turn.resume(returning: result)
        }
    }

    /// The queue whose first waiter is most urgent, and of equally urgent ones the oldest. So a section or host
    /// with many waiters takes no place from another.
    private static func next(of queues: [String], in table: Table) -> String? {
        let first = queues.compactMap { name in table.hosts[name]?.waiters.first.map { (name, $0) } }
        return first.min { ($0.1.rank, $0.1.id) < ($1.1.rank, $1.1.id) }?.0
    }

    /// The waiters whose turn it is, and the transfers displaced for them. Both are notified after the lock is
    /// released.
    private struct Admitted {
        var turns: [(HostQueue.Turn, Result<TransferSlot, HTTPError>)] = []
        var displaced: [Movement] = []
    }

    private enum More {
        case perhaps
        /// Nobody may start now; look again at `until`, if somebody still waits.
        case nobody(until: Duration?)
    }

    private func admitNext(
        to host: inout HostQueue, _ connections: inout HostConnections, _ name: String, _ now: Duration,
        _ admitted: inout Admitted
    ) -> More {
        guard let index = host.nextIndex(beside: connections, at: now) else { return .nobody(until: nil) }
        let next = host.waiters[index]
        let step = host.step(next.priority, displacements: next.displacements, beside: &connections, at: now)
        switch step {
        case .start, .displace:
            if case .displace(let movement) = step { admitted.displaced.append(movement) }
            let waiter = host.dequeue(at: index)
            let slot = occupy(&host, &connections, name, waiter.id, waiter.priority, waiter.displacements, now)
            admitted.turns.append((waiter.turn, .success(slot)))
        case .refuse(let pause):
            admitted.turns.append((host.dequeue(at: index).turn, .failure(host.refusal(pause))))
        case .wait(let until):
            while let overdue = host.dequeueOverdue(at: now) {
                admitted.turns.append((overdue.waiter.turn, .failure(host.refusal(overdue.pause))))
            }
            return .nobody(until: host.waiters.isEmpty ? nil : until)
        }
        return .perhaps
    }

    /// Runs `change` on the queue, with the rate limit that it may share, and on the connections of its budget.
    private func withHost<Value>(
        _ name: String, in table: inout Table, _ change: (inout HostQueue, inout HostConnections) -> Value
    ) -> Value {
        var host = table.hosts[name] ?? HostQueue(policy: policy(name))
        if isSharing(name) { (host.rate, host.smallRate) = (table.rate, table.smallRate) }
        defer {
            if isSharing(name) { (table.rate, table.smallRate) = (host.rate, host.smallRate) }
            table.hosts[name] = host
        }
        return change(&host, &table.connections[budget(of: name), default: HostConnections()])
    }

    func isSharing(_ queue: String) -> Bool { policies[HTTPRequest.host(ofQueue: queue)] == nil }

    private func setTimer(_ table: inout Table, at moment: Duration, _ now: Duration) {
        if let timer = table.timer, timer.at <= moment { return }
        table.timer?.task.cancel()
        let pause = max(.zero, moment - now)
        let task = Task { [weak self, time] in
            // A cancelled sleep means that an earlier timer has replaced this one.
            guard (try? await time.sleep(for: pause)) != nil else { return }
            self?.timerFired(moment)
        }
        table.timer = (moment, task)
    }

    private func timerFired(_ time: Duration) {
        let budgets = table.withLock { table in
            if table.timer?.at == time { table.timer = nil }
            return Set(table.hosts.filter { !$0.value.waiters.isEmpty }.keys.map(budget(of:)))
        }
        for budget in budgets {
            admitWaiting(to: budget)
        }
    }
}
