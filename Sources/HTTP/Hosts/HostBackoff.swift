/// Decides whether requests to a host have to wait or fail, from the results of all requests to it.
///
/// If a host refuses (429, 503), its requests wait for a while. If a host is down (several requests in a row found no
/// connection or no answer), one request at a time probes it, and all others fail at once.
public struct HostBackoff: Sendable, Hashable {
    public struct Policy: Sendable, Hashable {
        /// After this many failures in a row, the host counts as down.
        public var failuresUntilDown: Int
        /// The pause between two attempts to reach a host that is down. It doubles from the shortest to the longest.
        public var shortestProbePause: Duration
        public var longestProbePause: Duration
        /// If a refusing host would make a waiting process wait longer than this, its request fails at once.
        public var longestWait: Duration

        public init(
            failuresUntilDown: Int = 4, shortestProbePause: Duration = .seconds(1),
            longestProbePause: Duration = .seconds(10), longestWait: Duration = .seconds(20)
        ) {
            self.failuresUntilDown = failuresUntilDown
            self.shortestProbePause = shortestProbePause
            self.longestProbePause = longestProbePause
            self.longestWait = longestWait
        }
    }

    public enum Verdict: Sendable, Hashable {
        case start
        case wait(until: Duration)
        case refuse(Duration)
    }

    public let policy: Policy
    private var quietUntil: Duration = .zero
    private var refusals = 0
    /// When the latest refusal was counted.
    private var refusedAt: Duration?
    private var failures = 0
    private var probeAt: Duration = .zero
    private var probePause: Duration
    private var isProbing = false
    private var lastSuccess: Duration?

    public init(_ policy: Policy) {
        self.policy = policy
        probePause = policy.shortestProbePause
    }

    public var isDown: Bool { failures >= policy.failuresUntilDown }

    /// Whether a request found no connection or no answer, and the host has not answered since.
    public private(set) var isSilent = false

    /// How long no request may start; nil if requests may start.
    public func remaining(at now: Duration) -> Duration? {
        if isDown { return max(probeAt - now, isProbing ? policy.shortestProbePause : .zero) }
        return quietUntil > now ? quietUntil - now : nil
    }

    public func verdict(at now: Duration) -> Verdict {
        if isDown, isProbing || now < probeAt {
            return .refuse(max(probeAt - now, policy.shortestProbePause))
        }
        return quietUntil > now ? .wait(until: quietUntil) : .start
    }

    /// Marks a request as started. True if it is the probe of a host that is down.
    public mutating func started() -> Bool {
        guard isDown else { return false }
        isProbing = true
        return true
    }

    /// Whether the latest answer was a refusal.
    var isRefused: Bool { refusals > 0 }

    /// The host gave an answer other than a refusal, so it is well.
    public mutating func succeeded(at now: Duration) {
        (refusals, failures, isSilent, isProbing, lastSuccess) = (0, 0, false, false, now)
        probePause = policy.shortestProbePause
    }

    /// The host gave a good answer, and asks for a pause before the next request. That delays it, but lets no request
    /// fail.
    public mutating func asked(for pause: Duration, at now: Duration) {
        quietUntil = max(quietUntil, now + min(pause, policy.longestWait))
    }

    /// The host answered a request begun at `start` with 429 or 503. `pause` gives the pause that the host asked for,
    /// or else the retry policy's pause after that many refusals. Requests that were under way at the latest refusal
    /// belong to it: eight photos refused together count as one refusal.
    public mutating func refused(at now: Duration, begun start: Duration, pause: (_ refusals: Int) -> Duration) {
        let isSame = refusals > 0 && refusedAt.map { start < $0 } ?? false
        if !isSame { (refusals, refusedAt) = (refusals + 1, now) }
        (failures, isSilent, isProbing) = (0, false, false)
        quietUntil = max(quietUntil, now + pause(refusals))
    }

    /// A request begun at `start` found no connection, or no answer in time. Ignored if it began before the last
    /// success: a hundred stalled photos time out together, while all other requests are answered.
    public mutating func failed(at now: Duration, begun start: Duration, timedOut: Bool, isProbe: Bool) {
        if isProbe { isProbing = false }
        if let lastSuccess, start < lastSuccess { return }
        isSilent = true
        failures += 1
        guard isDown else { return }
        // After a timeout no further pause is needed. A refused connection fails at once, so it must not be retried in
        // a loop.
        probeAt = timedOut ? now : now + probePause
        if isProbe { probePause = min(probePause * 2, policy.longestProbePause) }
    }

    /// The host hung up on a request begun at `start` before it answered. That is not counted: the next may be
    /// answered.
    public mutating func hungUp(begun start: Duration, isProbe: Bool) {
        if isProbe { isProbing = false }
        if lastSuccess.map({ start >= $0 }) ?? true { isSilent = true }
    }

    /// The request ended without showing anything about the host.
    public mutating func abandoned(isProbe: Bool) {
        if isProbe { isProbing = false }
    }
}
