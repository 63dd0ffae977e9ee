/// A token bucket: a steady rate, and a burst that may be had at once after a quiet time.
public struct RateLimit: Sendable, Hashable {
    public let interval: Duration
    public let burst: Int
    /// The time at which the bucket would be full again; the whole state of a bucket.
    private var fullAt: Duration = .zero

    /// In any hour no more than `perHour + burst` requests start.
    public init(perHour: Int, burst: Int) {
        interval = .seconds(3_600) / max(1, perHour)
        self.burst = max(1, burst)
    }

    /// No more than `count` requests in any hour, of which a tenth may be had at once.
    public static func hourly(_ count: Int) -> RateLimit {
        let burst = max(1, min(300, count / 10))
        return RateLimit(perHour: count - burst, burst: burst)
    }

    /// How long the `position`-th request from now (0: the next) has to wait for its token.
    public func wait(at now: Duration, position: Int = 0) -> Duration {
        let missing = max(.zero, fullAt - now)
        return max(.zero, missing + interval * (position + 1) - interval * burst)
    }

    /// As if that many requests had been made at these times, the earliest first. For a limit of which nothing was taken
    /// yet, at times around zero. What was used under another limit is forgotten in an hour.
    public mutating func replay(_ requests: [(at: Duration, count: Int)]) {
        guard let first = requests.first else { return }
        fullAt = first.at
        for (at, count) in requests {
            fullAt = max(fullAt, at) + interval * max(0, count)
        }
        fullAt = min(fullAt, interval * (burst - 1) + .seconds(3_600))
    }

    public mutating func take(at now: Duration) {
        fullAt = max(fullAt, now) + interval
    }
}
