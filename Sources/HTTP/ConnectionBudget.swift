/// How many transfers of one host may run at once.
///
/// A transfer in which nothing has moved for a while, at the server's end or at the reader's, lends its place to
/// another: eight stalled photos must not keep the ninth waiting. It takes no place back by force, so a host sees a
/// few more connections for as long as some of them lie still, up to a ceiling.
public struct ConnectionBudget: Sendable, Hashable {
    public enum Verdict: Sendable, Hashable {
        case start
        /// Look again then; sooner if a transfer ends.
        case lookAgain(at: Duration)
        /// Wait for a transfer to end.
        case full
    }

    /// Transfers that move.
    public var limit: Int
    /// All transfers.
    public var ceiling: Int
    /// How long a transfer may lie still before it lends its place.
    public var patience: Duration

    public init(limit: Int = 8, ceiling: Int = 120, patience: Duration = .seconds(1)) {
        self.limit = max(1, limit)
        self.ceiling = max(self.limit, ceiling)
        self.patience = patience
    }

    /// Whether one more may start when the running ones last moved at `movements`.
    public func verdict(movements: [Duration], now: Duration) -> Verdict {
        guard movements.count < ceiling else { return .full }
        let movements = movements.sorted()
        let ends = movements.indices.map { movements[$0] + patience(after: $0) }
        let still = ends.firstIndex { $0 > now } ?? ends.endIndex
        let moving = movements.count - still
        guard moving >= limit else { return .start }
        return .lookAgain(at: ends[still...(still + moving - limit)].max() ?? now + patience)
    }

    /// A host that lets many lie is more likely to let the next lie too: with eight still it is waited for half as long,
    /// with sixteen a third, so that a hundred stalled photos keep another waiting for three seconds and not for twelve.
    private func patience(after still: Int) -> Duration {
        patience / min(1 + still / limit, 8)
    }
}
