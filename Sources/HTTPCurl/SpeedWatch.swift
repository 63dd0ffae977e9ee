/// Notices a body that has been slower than a limit for a period.
///
/// libcurl's own low-speed check averages over five seconds and knows whole seconds only; this one looks a few times a
/// period and forgets what it saw when we hold the sender back ourselves.
struct SpeedWatch: Sendable {
    typealias Instant = SuspendingClock.Instant

    let limit: Int64
    let period: Duration
    private var sample: (start: Instant, bytes: Int64)
    private var slowSince: Instant?

    init(limit: Int64, period: Duration, now: Instant, bytes: Int64 = 0) {
        self.limit = limit
        self.period = period
        sample = (now, bytes)
    }

    /// Whether the body has been too slow up to `now`, when `bytes` of it had come.
    mutating func hasStalled(at now: Instant, bytes: Int64) -> Bool {
        let elapsed = sample.start.duration(to: now)
        guard elapsed >= min(.seconds(1), period / 5) else { return false }
        let isSlow = .seconds(bytes - sample.bytes) < elapsed * Int(clamping: limit)
        slowSince = isSlow ? slowSince ?? sample.start : nil
        sample = (now, bytes)
        return slowSince.map { $0.duration(to: now) >= period } ?? false
    }

    /// Starts afresh, after a time in which nobody pulled.
    mutating func restart(at now: Instant, bytes: Int64) {
        sample = (now, bytes)
        slowSince = nil
    }
}
