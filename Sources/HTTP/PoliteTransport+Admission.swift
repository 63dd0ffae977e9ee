internal import Synchronization

// Who may start, who queues and for how long: each host has a queue, and hosts without a policy of their own one rate.
extension PoliteTransport {
    func admission(of request: HTTPRequest, attempt: Int) async throws(HTTPError) -> TransferSlot {
        guard !Task.isCancelled else { throw .cancelled }
        let (name, now) = (request.queue, elapsed())
        let (id, immediate) = table.withLock { table in
            table.lastID += 1
            let id = table.lastID
            return withHost(name, in: &table) { host in
                if attempt > 1 { host.retries += 1 }
                return (id, immediateAdmission(to: &host, name, id, request.priority, now))
            }
        }
        if let immediate { return try immediate.get() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                table.withLock { table in
                    table.hosts[name]?.enqueue(HostQueue.Waiter(id: id, priority: request.priority, turn: turn))
                }
                if Task.isCancelled { withdraw(id, from: name) }
                admitWaiting(to: name)
            }
        } onCancel: {
            withdraw(id, from: name)
        }
        return try result.get()
    }

    /// Nil when the request has to queue.
    private func immediateAdmission(
        to host: inout HostQueue, _ name: String, _ id: Int, _ priority: HTTPRequest.Priority, _ now: Duration
    ) -> Result<TransferSlot, HTTPError>? {
        if let pause = host.isTooLong(priority, at: now) { return .failure(host.refusal(pause)) }
        if let wait = host.isTooLate(priority, at: now) {
            return .failure(.timedOut("the hour's share is used, the next is free in \(wait.components.seconds) s"))
        }
        switch host.step(at: now) {
        case .refuse(let pause): return .failure(host.refusal(pause))
        case .wait: return nil
        case .start:
            guard host.waiters.isEmpty else { return nil }
            return .success(occupy(&host, name, id, now))
        }
    }

    private func occupy(_ host: inout HostQueue, _ name: String, _ id: Int, _ now: Duration) -> TransferSlot {
        let slot = TransferSlot(startedAt: now, isProbe: host.backoff.started()) { [weak self] in
            self?.vacate(id, of: name)
        }
        host.start(id, slot, at: now)
        return slot
    }

    private func vacate(_ id: Int, of name: String) {
        let hasWaiters = table.withLock { table in
            table.hosts[name]?.end(id)
            return table.hosts[name]?.waiters.isEmpty == false
        }
        if hasWaiters { admitWaiting(to: name) }
    }

    private func withdraw(_ id: Int, from name: String) {
        let waiter = table.withLock { $0.hosts[name]?.dequeue(id) }
        waiter?.turn.resume(returning: .failure(.cancelled))
    }

    /// Lets in whom it can, and sets the timer for the next.
    func admitWaiting(to name: String) {
        let now = elapsed()
        var admitted: [(HostQueue.Turn, Result<TransferSlot, HTTPError>)] = []
        table.withLock { table in
            guard table.hosts[name] != nil else { return }
            let until = withHost(name, in: &table) { admitWaiting(to: &$0, name, now, &admitted) }
            if let until { setTimer(&table, at: until, now) }
        }
        for (turn, result) in admitted {
            turn.resume(returning: result)
        }
    }

    /// When to look again, if anybody still waits.
    private func admitWaiting(
        to host: inout HostQueue, _ name: String, _ now: Duration,
        _ admitted: inout [(HostQueue.Turn, Result<TransferSlot, HTTPError>)]
    ) -> Duration? {
        while !host.waiters.isEmpty {
            switch host.step(at: now) {
            case .start:
                guard let waiter = host.dequeue() else { return nil }
                admitted.append((waiter.turn, .success(occupy(&host, name, waiter.id, now))))
            case .refuse(let pause):
                guard let waiter = host.dequeue() else { return nil }
                admitted.append((waiter.turn, .failure(host.refusal(pause))))
            case .wait(let until):
                while let overdue = host.dequeueOverdue(at: now) {
                    admitted.append((overdue.waiter.turn, .failure(host.refusal(overdue.pause))))
                }
                return host.waiters.isEmpty ? nil : until
            }
        }
        return nil
    }

    /// The host's queue, with the rate that it shares.
    private func withHost<Value>(
        _ name: String, in table: inout Table, _ change: (inout HostQueue) -> Value
    ) -> Value {
        var host = table.hosts[name] ?? HostQueue(policy: policy(name))
        if isSharing(name) { host.rate = table.rate }
        defer {
            if isSharing(name) { table.rate = host.rate }
            table.hosts[name] = host
        }
        return change(&host)
    }

    func isSharing(_ queue: String) -> Bool { policies[Self.host(of: queue)] == nil }

    private func setTimer(_ table: inout Table, at time: Duration, _ now: Duration) {
        if let timer = table.timer, timer.at <= time { return }
        table.timer?.task.cancel()
        let pause = max(.zero, time - now)
        let task = Task { [weak self, clock] in
            // Cancelled: an earlier timer has taken over.
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            self?.timerFired(time)
        }
        table.timer = (time, task)
    }

    private func timerFired(_ time: Duration) {
        let names = table.withLock { table in
            if table.timer?.at == time { table.timer = nil }
            return table.hosts.filter { !$0.value.waiters.isEmpty }.keys
        }
        for name in names {
            admitWaiting(to: name)
        }
    }
}
