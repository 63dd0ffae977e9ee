/// A token bucket: a steady rate, and a burst that may start at once after a quiet time.
public struct RateLimit: Sendable, Hashable {
    public private(set) var interval: Duration
    public private(set) var burst: Int
    /// The most requests that start in any minute, whatever the bucket holds; nil means no such limit.
    public var perMinute: Int?
    /// When the bucket will be full again. This is the bucket's whole state.
    private var fullAt: Duration = .zero
    /// When the requests of the last minute started, the earliest first; only with `perMinute`.
    private var starts: [Duration] = []

    /// At most `perHour + burst` requests start in any hour.
    public init(perHour: Int, burst: Int) {
        interval = .seconds(3_600) / max(1, perHour)
        self.burst = max(1, burst)
    }

    /// How many requests start in any hour at most.
    public var perHour: Int { Int(Duration.seconds(3_600) / interval) + burst }

    /// At most `count` requests start in any hour; a tenth of them, but no more than 300, may start at once.
    public static func hourly(_ count: Int) -> RateLimit {
        let burst = max(1, min(300, count / 10))
        return RateLimit(perHour: count - burst, burst: burst)
    }

    /// How long the request at `position` (0 is the next one) has to wait for its token. A crawler's leaves the last
    /// requests of the bucket, and of the minute, to others.
    public func wait(at now: Duration, position: Int = 0, ofCrawler: Bool = false) -> Duration {
        let missing = max(.zero, fullAt - now)
        let tokens = position + 1 + (ofCrawler ? reserve : 0)
        return max(.zero, missing + interval * tokens - interval * burst, minuteWait(at: now, position, ofCrawler))
    }

    private func minuteWait(at now: Duration, _ position: Int, _ ofCrawler: Bool) -> Duration {
        guard let perMinute else { return .zero }
        // A reserve as large as the minute would let no crawler begin, ever.
        let most = max(1, ofCrawler ? perMinute - min(reserve, perMinute / 2) : perMinute)
        let recent = starts.filter { $0 > now - .seconds(60) }
        // How many must be older than a minute before this one may start.
        let early = recent.count + position + 1 - most
        guard early > 0 else { return .zero }
        let minutes = (early - 1) / most
        let last = (early - 1) % most
        let oldest = last < recent.count ? recent[last] : now
        return max(.zero, oldest + .seconds(60) * (minutes + 1) - now)
    }

    /// The last requests of the bucket that crawlers leave to others; a small bucket is shared.
    var reserve: Int { min(20, burst / 2) }

    /// The bucket of those who get only `part` of what comes in, and not the last requests.
    func share(_ part: Double) -> RateLimit {
        var share = self
        share.interval = interval / part
        share.burst = max(1, burst - reserve)
        share.fullAt = .zero
        return share
    }

    /// Changes the state as if these requests had been made at these times, the earliest first. Only for an unused
    /// limit, and for times around zero. However many they are, the bucket's debt lasts an hour at most, even if they
    /// were made under another limit.
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
        guard perMinute != nil else { return }
        starts.removeAll { $0 <= now - .seconds(60) }
        starts.append(now)
    }
}
