/// How many transfers of one host may run at once.
///
/// So many may move. One in which nothing has moved for a while, at the server's end or at the reader's, keeps its place
/// only while nobody waits: a few more than those that move may be open, and beyond these the one that has been still
/// for longest is displaced. It comes back behind those not yet tried, and such transfers have half of the places at
/// most: a hundred stalled photos must not keep another waiting.
public struct ConnectionBudget: Sendable, Hashable {
    /// One that runs.
    public struct Transfer: Sendable, Hashable {
        public var id: Int
        public var priority: HTTPRequest.Priority
        /// When something last moved in it, or it began.
        public var moved: Duration
        /// How often it was displaced before, without a byte since.
        public var displacements: Int

        public init(id: Int, priority: HTTPRequest.Priority = .waiting, moved: Duration, displacements: Int = 0) {
            self.id = id
            self.priority = priority
            self.moved = moved
            self.displacements = displacements
        }
    }

    public enum Verdict: Sendable, Hashable {
        case start
        /// Start in the place of this one.
        case displace(Int)
        /// Look again then; sooner if a transfer ends.
        case lookAgain(at: Duration)
        /// Wait for a transfer to end.
        case full
    }

    /// Transfers that move.
    public var limit: Int
    /// All transfers.
    public var ceiling: Int
    /// How long a transfer is without a byte before it counts as still; longer at a host that is slow to answer.
    public var patience: Duration

    /// `ceiling` is twice the limit when nil.
    public init(limit: Int = 8, ceiling: Int? = nil, patience: Duration = .seconds(1)) {
        self.limit = max(1, limit)
        self.ceiling = max(self.limit, ceiling ?? 2 * self.limit)
        self.patience = patience
    }

    /// Whether `candidate` may start beside those that run, at a host that takes `usual` to its first byte.
    public func verdict(
        for candidate: Transfer, beside running: [Transfer], usual: Duration = .zero, now: Duration
    ) -> Verdict {
        let base = max(patience, usual * 2)
        let (moving, still) = running.partitioned { now < stillAt($0, base) }
        let free = wait(for: moving, limit: limit, base)
        let freeAgain =
            candidate.displacements > 0
            ? wait(for: moving.filter { $0.displacements > 0 }, limit: max(1, limit / 2), base) : nil
        if let at = [free, freeAgain].compactMap(\.self).max() { return .lookAgain(at: at) }
        guard running.count >= ceiling else { return .start }
        let victim = still.filter { $0.priority >= candidate.priority }.min {
            // The least pressing, and of these the one still for longest.
            ($1.priority, $0.moved, $0.id) < ($0.priority, $1.moved, $1.id)
        }
        return victim.map { .displace($0.id) } ?? .full
    }

    /// Whether any of them lies still.
    public func isAnyStill(_ running: [Transfer], usual: Duration = .zero, now: Duration) -> Bool {
        running.contains { stillAt($0, max(patience, usual * 2)) <= now }
    }

    /// One that was displaced is waited for twice as long each time: a host may need longer for this one.
    private func stillAt(_ transfer: Transfer, _ base: Duration) -> Duration {
        transfer.moved + base * (1 << min(max(0, transfer.displacements), 4))
    }

    /// When fewer than `limit` of those that move now may do so; nil: now.
    private func wait(for moving: [Transfer], limit: Int, _ base: Duration) -> Duration? {
        guard moving.count >= limit else { return nil }
        return moving.map { stillAt($0, base) }.sorted()[moving.count - limit]
    }
}

extension Array {
    fileprivate func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}
