/// One host's requests: those that run, and those that wait for their turn, the most pressing first.
struct HostQueue {
    typealias Turn = CheckedContinuation<Result<TransferSlot, HTTPError>, Never>

    struct Waiter {
        let id: Int
        let priority: HTTPRequest.Priority
        let turn: Turn
    }

    enum Step {
        case start
        case wait(until: Duration?)
        case refuse(Duration)
    }

    let policy: HostPolicy
    var backoff: HostBackoff
    var rate: RateLimit?
    private(set) var running: [Int: Movement] = [:]
    private(set) var waiters: [Waiter] = []
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
    func step(at now: Duration) -> Step {
        switch backoff.verdict(at: now) {
        case .refuse(let pause): return .refuse(pause)
        case .wait(let until): return .wait(until: until)
        case .start: break
        }
        if let wait = rate?.wait(at: now), wait > .zero { return .wait(until: now + wait) }
        switch policy.connections.verdict(movements: running.values.map(\.last), now: now) {
        case .start: return .start
        case .lookAgain(let at): return .wait(until: at)
        case .full: return .wait(until: nil)
        }
    }

    /// What a request is told that is not sent: why the host is down, or that it wants to be left alone.
    func refusal(_ pause: Duration) -> HTTPError {
        backoff.isDown ? outage ?? .backingOff(pause) : .backingOff(pause)
    }

    /// Whether a quiet host will keep a request with this priority waiting for longer than a process should.
    func isTooLong(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        guard priority == .waiting, let pause = backoff.remaining(at: now), pause > policy.backoff.longestWait else {
            return nil
        }
        return pause
    }

    /// How long a process would wait for its turn in the hour, when that is too long.
    func isTooLate(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        let position = waiters.count { $0.priority <= priority }
        guard priority == .waiting, let wait = rate?.wait(at: now, position: position), wait > policy.longestRateWait
        else { return nil }
        return wait
    }

    mutating func start(_ id: Int, _ slot: TransferSlot, at now: Duration) {
        rate?.take(at: now)
        requests += 1
        running[id] = slot.movement
    }

    mutating func end(_ id: Int) {
        running[id] = nil
    }

    mutating func enqueue(_ waiter: Waiter) {
        let index = waiters.firstIndex { $0.priority > waiter.priority } ?? waiters.endIndex
        waiters.insert(waiter, at: index)
    }

    mutating func dequeue(_ id: Int? = nil) -> Waiter? {
        let index = id.map { id in waiters.firstIndex { $0.id == id } } ?? waiters.indices.first
        return index.map { waiters.remove(at: $0) }
    }

    /// A waiter whom the back-off would keep for longer than a process should wait.
    mutating func dequeueOverdue(at now: Duration) -> (waiter: Waiter, pause: Duration)? {
        guard let pause = isTooLong(.waiting, at: now),
            let index = waiters.firstIndex(where: { $0.priority == .waiting })
        else { return nil }
        return (waiters.remove(at: index), pause)
    }
}
