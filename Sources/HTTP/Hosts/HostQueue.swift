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
    /// The limit of small renditions, where they have one of their own.
    var smallRate: RateLimit?
    /// What each kind of crawler may still take of the hourly limit.
    private var shares: [HTTPRequest.Priority: RateLimit] = [:]
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
        // Who waits for another limit may start, or displace, when that has room.
        let other = otherIndex(than: priority).flatMap { limitWait(waiters[$0].priority, at: now) }
        if let wait = limitWait(priority, at: now), wait > .zero {
            return .wait(until: now + min(wait, other ?? wait))
        }
        let next = other.flatMap { $0 > .zero ? now + $0 : nil }
        switch connections.verdict(policy.connections, priority, displacements: displacements, at: now) {
        case .start: return .start
        case .displace(let id): return connections.end(id).map { .displace($0) } ?? .start
        case .lookAgain(let at): return .wait(until: min(at, next ?? at))
        case .full: return .wait(until: next)
        }
    }

    /// The error of a request that is not sent: why the host is down, or that it has asked for a pause.
    func refusal(_ pause: Duration) -> HTTPError {
        backoff.isDown ? outage ?? .backingOff(pause) : .backingOff(pause)
    }

    /// The remaining pause of a refusing host, if a request of this priority should not wait that long; else nil. A
    /// background request never waits: it would take a place from requests that a process waits for. It may be the
    /// probe of a host that is down.
    func isTooLong(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        let pause: Duration
        switch backoff.verdict(at: now) {
        case .start: return nil
        case .wait(let until): pause = until - now
        case .refuse(let remaining): pause = remaining
        }
        return priority == .background || pause > policy.backoff.longestWait ? pause : nil
    }

    /// How long the hourly limit would make a process wait for its turn, if that is too long; else nil.
    func isTooLate(_ priority: HTTPRequest.Priority, at now: Duration) -> Duration? {
        // The newest of a crawler's requests is its next.
        let position = priority.isOfCrawler ? 0 : waiters.count { $0.priority <= priority }
        guard priority == .waiting || priority.isOfCrawler, let wait = limitWait(priority, at: now, position: position),
            wait > policy.longestRateWait
        else { return nil }
        return wait
    }

    /// How long the hourly limit makes the request at `position` wait. A crawler leaves the bucket's last requests to
    /// others, and gets a part of what comes in; nil where there is no limit.
    private func limitWait(_ priority: HTTPRequest.Priority, at now: Duration, position: Int = 0) -> Duration? {
        guard let rate = isApart(priority) ? smallRate : rate else { return nil }
        guard priority.isOfCrawler else { return rate.wait(at: now, position: position) }
        let share = shares[priority] ?? rate.share(Self.part(priority))
        return max(rate.wait(at: now, position: position, ofCrawler: true), share.wait(at: now, position: position))
    }

    /// The part of what comes into the bucket that crawlers of a kind get.
    private static func part(_ priority: HTTPRequest.Priority) -> Double { priority == .browsing ? 0.1 : 0.75 }

    mutating func start(_ priority: HTTPRequest.Priority, at now: Duration) {
        if priority.isOfCrawler, let rate {
            var share = shares[priority] ?? rate.share(Self.part(priority))
            share.take(at: now)
            shares[priority] = share
        }
        if isApart(priority) { smallRate?.take(at: now) } else { rate?.take(at: now) }
        requests += 1
    }

    /// Of equals who came first goes first, but of some the newest.
    mutating func enqueue(_ waiter: Waiter) {
        let index = waiters.firstIndex { other in
            other.rank > waiter.rank || (waiter.priority.isNewestFirst && other.rank == waiter.rank)
        }
        waiters.insert(waiter, at: index ?? waiters.endIndex)
    }

    /// The first waiter with another hourly limit than a request of this priority.
    private func otherIndex(than priority: HTTPRequest.Priority) -> Int? {
        waiters.firstIndex { isApart($0.priority) != isApart(priority) }
    }

    private func isApart(_ priority: HTTPRequest.Priority) -> Bool { smallRate != nil && priority == .small }

    /// How many wait for the hourly limit of all but small renditions.
    var ratedWaiters: Int { waiters.count { !isApart($0.priority) } }

    /// The waiter whose turn it is: the first whose hourly limit is not used, else the first. While a transfer is
    /// stalled, the oldest and the newest waiter take turns: a request behind a hundred that may all stall need not
    /// wait until each of them has been tried.
    func nextIndex(beside connections: HostConnections, at now: Duration) -> Int? {
        guard var first = waiters.first else { return nil }
        var index = 0
        if limitWait(first.priority, at: now) ?? .zero > .zero, let other = otherIndex(than: first.priority),
            limitWait(waiters[other].priority, at: now) ?? .zero <= .zero
        {
            (first, index) = (waiters[other], other)
        }
        guard isNewestNext, connections.isAnyStill(policy.connections, at: now) else { return index }
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
