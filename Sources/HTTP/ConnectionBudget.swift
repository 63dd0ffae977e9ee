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
        let moving = movements.filter { now - $0 < patience }
        guard moving.count >= limit else { return .start }
        return .lookAgain(at: moving.sorted()[moving.count - limit] + patience)
    }
}
