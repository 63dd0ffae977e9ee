/// One queue of a host's requests: the waiting ones, most urgent first, and what is known about the host.
struct HostQueue {
    typealias Turn = CheckedContinuation<Result<TransferSlot, HTTPError>, Never>

    struct Waiter {
        let id: Int
        let priority: HTTPRequest.Priority
        /// How often its transfer was displaced.
        let displacements: Int
        let turn: Turn

        /// Requests not yet tried go before those whose transfers were displaced.
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
        /// Start in place of this transfer, which is already removed from the table.
        case displace(Movement)
        case wait(until: Duration?)
        case refuse(Duration)
    }

    let policy: HostPolicy
    var backoff: HostBackoff
    var rate: RateLimit?
    private(set) var waiters: [Waiter] = []
    /// Whether the next turn goes to the newest waiter: while a transfer is stalled, every second turn does.
    private var isNewestNext = false
    private(set) var requests = 0
    var retries = 0
    var lastError: String?
    /// The error of the last request that did not reach the host.
    var outage: HTTPError?

    init(policy: HostPolicy) {
        self.policy = policy
        backoff = HostBackoff(policy.backoff)
        rate = policy.rate
    }

    /// What to do for the request that is next in line.
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

    /// The error of a request that is not sent: why the host is down, or that it has asked for a pause.
    func refusal(_ pause: Duration) -> HTTPError {
        backoff.isDown ? outage ?? .backingOff(pause) : .backingOff(pause)
    }

    /// The remaining pause of a refusing host, if a request of this priority should not wait that long; else nil. A
    /// background request never waits: it would take a place from requests that a process waits for.
    func isTooLong(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        guard let pause = backoff.remaining(at: now) else { return nil }
        return priority == .background || pause > policy.backoff.longestWait ? pause : nil
    }

    /// How long the hourly limit would make a process wait for its turn, if that is too long; else nil.
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

    /// The waiter whose turn it is. While a transfer is stalled, the oldest and the newest waiter take turns: a request
    /// behind a hundred that may all stall need not wait until each of them has been tried.
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

    /// Removes a waiter that the back-off would delay for too long.
    mutating func dequeueOverdue(at now: Duration) -> (waiter: Waiter, pause: Duration)? {
        for (index, waiter) in waiters.enumerated() {
            if let pause = isTooLong(waiter.priority, at: now) { return (waiters.remove(at: index), pause) }
        }
        return nil
    }
}
