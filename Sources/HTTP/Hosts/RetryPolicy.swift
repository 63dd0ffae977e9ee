/// Which failures are worth another attempt, how many attempts, and after which pauses. Attempts count from 1.
public struct RetryPolicy: Sendable, Hashable {
    /// For 429 and 5xx.
    public var refusedAttempts: Int
    /// After a timeout; each attempt costs the full timeout of a connection or of a first byte.
    public var timeoutAttempts: Int
    /// When the connection broke before the answer's head was complete.
    public var cutAttempts: Int
    public var unreachableAttempts: Int
    /// The first pause is between one and two of these; each further pause is twice as long …
    public var basePause: Duration
    /// … but at most this long.
    public var longestPause: Duration
    /// A longer Retry-After is shortened to this.
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

    /// `retries` attempts after the first. Fewer after timeouts, broken and missing connections, where each attempt
    /// costs much time or would only fail again.
    public init(retries: Int) {
        let standard = RetryPolicy()
        self.init(
            refusedAttempts: retries + 1, timeoutAttempts: min(standard.timeoutAttempts, retries + 1),
            cutAttempts: min(standard.cutAttempts, retries + 1),
            unreachableAttempts: min(standard.unreachableAttempts, retries + 1))
    }

    public func isWorthAnother(_ error: HTTPError, attempt: Int) -> Bool {
        switch error {
        case .timedOut: attempt < timeoutAttempts
        case .cutShort: attempt < cutAttempts
        case .unreachable: attempt < unreachableAttempts
        case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .cancelled, .displaced, .failed: false
        }
    }

    public func isWorthAnother(status: Int, attempt: Int) -> Bool {
        Self.refusals.contains(status) && attempt < refusedAttempts
    }

    /// The pause after the `attempt`-th failure in a row; `random` is from 0 up to 1.
    ///
    /// After a timeout the pause is halved: the timeout was a pause already, and somebody may still be waiting.
    public func pause(after attempt: Int, random: Double, isTimeout: Bool = false) -> Duration {
        let doublings = min(max(0, attempt - 1), 20)
        let pause = min(longestPause, basePause * (1 << doublings) * (1 + min(max(random, 0), 1)))
        return isTimeout ? pause / 2 : pause
    }

    private static let refusals: Set<Int> = [429, 500, 502, 503, 504]
}
