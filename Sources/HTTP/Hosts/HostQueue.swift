/// One queue of a host's requests: those that wait for their turn, the most pressing first, and what is known of the host.
struct HostQueue {
    typealias Turn = CheckedContinuation<Result<TransferSlot, HTTPError>, Never>

    struct Waiter {
        let id: Int
        let priority: HTTPRequest.Priority
        /// How often its transfer was displaced before.
        let displacements: Int
        let turn: Turn

        /// Those not yet tried go before those that lay still.
        var rank: Rank { Rank(priority: priority, wasDisplaced: displacements > 0) }
    }

    struct Rank: Comparable {
        var priority: HTTPRequest.Priority
        var wasDisplaced: Bool

        static func < (left: Rank, right: Rank) -> Bool {
            left.priority != right.priority ? left.priority < right.priority : !left.wasDisplaced && right.wasDisplaced
        }
    }

    enum Step {
        case start
        /// Start in place of this one, which is out of the table already.
        case displace(Movement)
        case wait(until: Duration?)
        case refuse(Duration)
    }

    let policy: HostPolicy
    var backoff: HostBackoff
    var rate: RateLimit?
    private(set) var waiters: [Waiter] = []
    /// The next one in turn is the newest: beside transfers that lie still each second turn is.
    private var isNewestNext = false
    private(set) var requests = 0
    var retries = 0
    var lastError: String?
    /// Why no request reached the host, the last time that one did not.
    var outage: HTTPError?

    init(policy: HostPolicy) {
        self.policy = policy
        backoff = HostBackoff(policy.backoff)
        rate = policy.rate
    }

    /// What may be done for a request that is next in line.
    func step(
        _ priority: HTTPRequest.Priority, displacements: Int, beside connections: inout HostConnections,
        at now: Duration
    ) -> Step {
        switch backoff.verdict(at: now) {
        case .refuse(let pause): return .refuse(pause)
        case .wait(let until): return .wait(until: until)
        case .start: break
        }
        if let wait = rate?.wait(at: now), wait > .zero { return .wait(until: now + wait) }
        switch connections.verdict(policy.connections, priority, displacements: displacements, at: now) {
        case .start: return .start
        case .displace(let id): return connections.end(id).map { .displace($0) } ?? .start
        case .lookAgain(let at): return .wait(until: at)
        case .full: return .wait(until: nil)
        }
    }

    /// What a request is told that is not sent: why the host is down, or that it wants to be left alone.
    func refusal(_ pause: Duration) -> HTTPError {
        backoff.isDown ? outage ?? .backingOff(pause) : .backingOff(pause)
    }

    /// Whether a quiet host will keep a request with this priority waiting for longer than a process should, or at all
    /// when no process waits for it: what is parked here takes places from those that somebody waits for.
    func isTooLong(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        guard let pause = backoff.remaining(at: now) else { return nil }
        return priority == .background || pause > policy.backoff.longestWait ? pause : nil
    }

    /// How long a process would wait for its turn in the hour, when that is too long.
    func isTooLate(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        let position = waiters.count { $0.priority <= priority }
        guard priority == .waiting, let wait = rate?.wait(at: now, position: position), wait > policy.longestRateWait
        else { return nil }
        return wait
    }

    mutating func start(at now: Duration) {
        rate?.take(at: now)
        requests += 1
    }

    mutating func enqueue(_ waiter: Waiter) {
        let index = waiters.firstIndex { $0.rank > waiter.rank } ?? waiters.endIndex
        waiters.insert(waiter, at: index)
    }

    /// Whose turn it is. Beside transfers that lie still the one that came first and the one that came last take turns:
    /// who comes behind a hundred that may all stall need not wait for each of them to be tried.
    func nextIndex(beside connections: HostConnections, at now: Duration) -> Int? {
        guard let first = waiters.first else { return nil }
        guard isNewestNext, connections.isAnyStill(policy.connections, at: now) else { return 0 }
        return waiters.lastIndex { $0.rank == first.rank }
    }

    mutating func dequeue(at index: Int) -> Waiter {
        isNewestNext.toggle()
        return waiters.remove(at: index)
    }

    mutating func withdraw(_ id: Int) -> Waiter? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
    }

    /// A waiter whom the back-off would keep for longer than it should wait.
    mutating func dequeueOverdue(at now: Duration) -> (waiter: Waiter, pause: Duration)? {
        for (index, waiter) in waiters.enumerated() {
            if let pause = isTooLong(waiter.priority, at: now) { return (waiters.remove(at: index), pause) }
        }
        return nil
    }
}
