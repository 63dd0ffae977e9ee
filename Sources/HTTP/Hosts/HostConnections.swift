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

/// How many transfers of a host, or of a group of hosts, may run at once.
///
/// At most `limit` transfers may be moving. A transfer is stalled if no byte has moved for a while, at the server's end
/// or at the reader's. Stalled transfers may stay open, up to `ceiling` transfers in all. Beyond that, a new transfer
/// displaces the one that has been stalled for longest. The displaced one queues behind those not yet tried, and
/// displaced ones may use at most half of the places: a hundred stalled photos must not delay another.
public struct ConnectionBudget: Sendable, Hashable {
    /// A running transfer.
    public struct Transfer: Sendable, Hashable {
        public var id: Int
        public var priority: HTTPRequest.Priority
        /// When a byte last moved in it, or when it began.
        public var moved: Duration
        /// How often it was displaced, since its last byte.
        public var displacements: Int
        /// How long its host usually takes to the first byte.
        public var usual: Duration

        public init(
            id: Int, priority: HTTPRequest.Priority = .waiting, moved: Duration, displacements: Int = 0,
            usual: Duration = .zero
        ) {
            self.id = id
            self.priority = priority
            self.moved = moved
            self.displacements = displacements
            self.usual = usual
        }
    }

    public enum Verdict: Sendable, Hashable {
        case start
        /// Start, in place of the transfer with this id.
        case displace(Int)
        /// Ask again at that time, or as soon as a transfer ends.
        case lookAgain(at: Duration)
        /// Wait for a transfer to end.
        case full
    }

    /// The most transfers that may be moving.
    public var limit: Int
    /// The most transfers in all.
    public var ceiling: Int
    /// After how long without a byte a transfer counts as stalled; longer if the host is slow to answer.
    public var patience: Duration

    /// If nil, `ceiling` is twice the limit.
    public init(limit: Int = 8, ceiling: Int? = nil, patience: Duration = .seconds(1)) {
        self.limit = max(1, limit)
        self.ceiling = max(self.limit, ceiling ?? 2 * self.limit)
        self.patience = patience
    }

    /// Whether `candidate` may start beside the running transfers.
    public func verdict(for candidate: Transfer, beside running: [Transfer], now: Duration) -> Verdict {
        let (moving, still) = running.partitioned { now < stillAt($0) }
        let free = wait(for: moving, limit: limit)
        let freeAgain =
            candidate.displacements > 0
            ? wait(for: moving.filter { $0.displacements > 0 }, limit: max(1, limit / 2)) : nil
        if let at = [free, freeAgain].compactMap(\.self).max() { return .lookAgain(at: at) }
        guard running.count >= ceiling else { return .start }
        let victim = still.filter { $0.priority >= candidate.priority }.min {
            // The least urgent, and of these the one that has been stalled for longest.
            ($1.priority, $0.moved, $0.id) < ($0.priority, $1.moved, $1.id)
        }
        return victim.map { .displace($0.id) } ?? .full
    }

    /// Whether any of the transfers is stalled.
    public func isAnyStill(_ running: [Transfer], now: Duration) -> Bool {
        running.contains { stillAt($0) <= now }
    }

    /// Each displacement doubles the patience with a transfer, up to 16 times: the host may need longer for this one.
    private func stillAt(_ transfer: Transfer) -> Duration {
        transfer.moved + max(patience, transfer.usual * 2) * (1 << min(max(0, transfer.displacements), 4))
    }

    /// When fewer than `limit` of the moving transfers will still be moving; nil means now.
    private func wait(for moving: [Transfer], limit: Int) -> Duration? {
        guard moving.count >= limit else { return nil }
        return moving.map(stillAt).sorted()[moving.count - limit]
    }
}

extension Array {
    fileprivate func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}
