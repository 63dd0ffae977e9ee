/// Which outcomes are worth another attempt, how many, and after how long. Attempts count from 1.
public struct RetryPolicy: Sendable, Hashable {
    /// For 429 and 5xx.
    public var refusedAttempts: Int
    /// A timeout has already cost its fifteen seconds.
    public var timeoutAttempts: Int
    /// The connection broke before the answer's head.
    public var cutAttempts: Int
    public var unreachableAttempts: Int
    /// The first pause is between one and two of these, each further one twice that …
    public var basePause: Duration
    /// … but no more than this.
    public var longestPause: Duration
    /// A longer Retry-After is cut to this.
    public var longestRetryAfter: Duration

    public init(
        refusedAttempts: Int = 4, timeoutAttempts: Int = 2, cutAttempts: Int = 3, unreachableAttempts: Int = 2,
        basePause: Duration = .seconds(1), longestPause: Duration = .seconds(30),
        longestRetryAfter: Duration = .seconds(600)
    ) {
        self.refusedAttempts = refusedAttempts
        self.timeoutAttempts = timeoutAttempts
        self.cutAttempts = cutAttempts
        self.unreachableAttempts = unreachableAttempts
        self.basePause = basePause
        self.longestPause = longestPause
        self.longestRetryAfter = longestRetryAfter
    }

    public func isWorthAnother(_ error: HTTPError, attempt: Int) -> Bool {
        switch error {
        case .timedOut: attempt < timeoutAttempts
        case .cutShort: attempt < cutAttempts
        case .unreachable: attempt < unreachableAttempts
        case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .cancelled, .failed: false
        }
    }

    public func isWorthAnother(status: Int, attempt: Int) -> Bool {
        Self.refusals.contains(status) && attempt < refusedAttempts
    }

    /// The pause after the `attempt`-th failure in a row; `random` is from 0 up to 1.
    public func pause(after attempt: Int, random: Double) -> Duration {
        let doublings = min(max(0, attempt - 1), 20)
        return min(longestPause, basePause * (1 << doublings) * (1 + min(max(random, 0), 1)))
    }

    private static let refusals: Set<Int> = [429, 500, 502, 503, 504]
}
