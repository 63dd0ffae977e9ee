/// The transfers that are running, of one host in all its queues or of a group of hosts together.
struct HostConnections {
    private struct Running {
        var queue: String
        var movement: Movement
        var priority: HTTPRequest.Priority
        var displacements: Int
    }

    private var running: [Int: Running] = [:]
    /// Keyed by host: the hosts of a group need not be equally fast.
    private var firstBytes: [String: FirstByteTimes] = [:]

    var count: Int { running.count }

    func count(of queue: String) -> Int { running.values.count { $0.queue == queue } }

    func verdict(
        _ budget: ConnectionBudget, _ priority: HTTPRequest.Priority, displacements: Int, at now: Duration
    ) -> ConnectionBudget.Verdict {
        let candidate = ConnectionBudget.Transfer(
            id: 0, priority: priority, moved: now, displacements: displacements)
        return budget.verdict(for: candidate, beside: transfers, now: now)
    }

    func isAnyStill(_ budget: ConnectionBudget, at now: Duration) -> Bool {
        budget.isAnyStill(transfers, now: now)
    }

    mutating func start(
        _ id: Int, of queue: String, _ movement: Movement, _ priority: HTTPRequest.Priority, displacements: Int
    ) {
        running[id] = Running(queue: queue, movement: movement, priority: priority, displacements: displacements)
    }

    /// - Returns: Nil if the transfer has ended already.
    @discardableResult
    mutating func end(_ id: Int) -> Movement? {
        running.removeValue(forKey: id)?.movement
    }

    mutating func answered(by host: String, after time: Duration) {
        firstBytes[host, default: FirstByteTimes()].note(time)
    }

    private var transfers: [ConnectionBudget.Transfer] {
        let usual = firstBytes.mapValues(\.usual)
        return running.map { id, running in
            ConnectionBudget.Transfer(
                id: id, priority: running.priority, moved: running.movement.last,
                displacements: running.movement.hasProgressed ? 0 : running.displacements,
                usual: usual[HTTPRequest.host(ofQueue: running.queue)] ?? .zero)
        }
    }
}

/// How long a host usually takes to send the first byte of an answer.
struct FirstByteTimes: Sendable, Hashable {
    private static let remembered = 15
    private var times: [Duration] = []

    /// The median of the latest 15; zero before the first.
    var usual: Duration { times.isEmpty ? .zero : times.sorted()[times.count / 2] }

    mutating func note(_ time: Duration) {
        times.append(time)
        if times.count > Self.remembered { times.removeFirst() }
    }
}
