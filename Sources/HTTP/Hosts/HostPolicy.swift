/// How one host is to be treated.
public struct HostPolicy: Sendable, Hashable {
    /// Hosts whose policies name the same group have `connections` and `bytesPerSecond` together. Nil for a host that
    /// has them for itself. Back-off and outages are each host's own: a server that refuses or is down says nothing of
    /// another.
    public var group: String?
    public var connections: ConnectionBudget
    /// Nil means no limit but the connections.
    public var rate: RateLimit?
    public var retry: RetryPolicy
    public var backoff: HostBackoff.Policy
    /// The most bytes a second for all bodies of the host, or of its group, together; nil means no limit.
    public var bytesPerSecond: Int?
    /// If the hourly limit would make a process wait longer than this for its turn, its request fails at once.
    public var longestRateWait: Duration = .seconds(600)

    public init(
        connections: ConnectionBudget = ConnectionBudget(), rate: RateLimit? = nil, retry: RetryPolicy = RetryPolicy(),
        backoff: HostBackoff.Policy = HostBackoff.Policy()
    ) {
        self.connections = connections
        self.rate = rate
        self.retry = retry
        self.backoff = backoff
    }

    /// An image host: 8 connections, and at most 3,000 photos an hour, of which 300 may start at once, and as
    /// many small renditions.
    public static let images = HostPolicy(rate: .hourly(3_000))

    /// An API: 4 connections, and well below the 3,600 requests an hour that Flickr allows for a key, all its users
    /// together.
    public static let api = HostPolicy(
        connections: ConnectionBudget(limit: 4), rate: RateLimit(perHour: 3_240, burst: 120))
}

/// Limits a host, or all together, to a steady rate of bytes. Rate left unused in the last half second may still be
/// used.
struct Bandwidth: Sendable {
    private let bytesPerSecond: Int
    /// When all bytes so far would have arrived at exactly this rate.
    private var evenAt: Duration = .seconds(-1)

    private static let credit = Duration.milliseconds(500)

    init(bytesPerSecond: Int) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// How long a transfer that has just received `count` bytes must pause before it reads more.
    mutating func take(_ count: Int, at now: Duration) -> Duration {
        let time = Duration.seconds(1) * (Double(count) / Double(bytesPerSecond))
        evenAt = max(evenAt, now - Self.credit) + time
        return max(.zero, evenAt - now)
    }
}
