/// Whether a host is to be left alone, judged from everyone's requests to it.
///
/// A host that refuses (429, 503) is quiet for a while, and requests wait. A host that is down (several requests in a
/// row found no connection or no answer) is asked by one request at a time, and all others fail at once.
public struct HostBackoff: Sendable, Hashable {
    public struct Policy: Sendable, Hashable {
        /// So many failures in a row and the host is down.
        public var failuresUntilDown: Int
        /// Between two attempts to reach a host that is down; doubles from the first to the second.
        public var shortestProbePause: Duration
        public var longestProbePause: Duration
        /// A request that a process waits for is refused rather than kept longer than this by a quiet host.
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
    /// When the latest of them was counted.
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

    /// Whether nothing was answered since a request found no connection or no answer.
    public var isSilent: Bool { failures > 0 }

    /// How long no request will start; nil when they start.
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

    /// Whether the request that starts now is the one that probes a host which is down.
    public mutating func started() -> Bool {
        guard isDown else { return false }
        isProbing = true
        return true
    }

    /// Any answer that does not refuse: the host is well.
    public mutating func succeeded(at now: Duration) {
        (refusals, failures, isProbing, lastSuccess) = (0, 0, false, now)
        probePause = policy.shortestProbePause
    }

    /// A 429 or 503 for a request begun at `start`; `pause` is what it asked for, or else the retry policy's pause for so many
    /// refusals. What was under way when the latest one came is part of that: eight photos refused together are one refusal.
    public mutating func refused(at now: Duration, begun start: Duration, pause: (_ refusals: Int) -> Duration) {
        let isSame = refusals > 0 && refusedAt.map { start < $0 } ?? false
        if !isSame { (refusals, refusedAt) = (refusals + 1, now) }
        (failures, isProbing) = (0, false)
        quietUntil = max(quietUntil, now + pause(refusals))
    }

    /// No connection, or no answer in time, for a request begun at `start`. What began before the last success proves
    /// nothing about the host: a hundred stalled photos end together, while all others are well.
    public mutating func failed(at now: Duration, begun start: Duration, timedOut: Bool, isProbe: Bool) {
        if isProbe { isProbing = false }
        if let lastSuccess, start < lastSuccess { return }
        failures += 1
        guard isDown else { return }
        // A timeout was pause enough; a refused connection comes back at once and must not be tried in a loop.
        probeAt = timedOut ? now : now + probePause
        if isProbe { probePause = min(probePause * 2, policy.longestProbePause) }
    }

    /// The request ended without telling anything of the host.
    public mutating func abandoned(isProbe: Bool) {
        if isProbe { isProbing = false }
    }
}
