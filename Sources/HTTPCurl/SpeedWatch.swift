/// Detects a body that has been slower than a limit for a period.
///
/// libcurl's own low-speed check averages over five seconds and knows only whole seconds. This one checks several times
/// in a period, and starts again after we have held the sender back.
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

    /// Whether the body has been too slow for a whole period; by `now`, `bytes` of it have arrived.
    mutating func hasStalled(at now: Instant, bytes: Int64) -> Bool {
        let elapsed = sample.start.duration(to: now)
        guard elapsed >= min(.seconds(1), period / 5) else { return false }
        let isSlow = .seconds(bytes - sample.bytes) < elapsed * Int(clamping: limit)
        slowSince = isSlow ? slowSince ?? sample.start : nil
        sample = (now, bytes)
        return slowSince.map { $0.duration(to: now) >= period } ?? false
    }

    /// Starts again, after a time in which nobody pulled.
    mutating func restart(at now: Instant, bytes: Int64) {
        sample = (now, bytes)
        slowSince = nil
    }
}
