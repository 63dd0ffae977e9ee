/// How one host is to be treated.
public struct HostPolicy: Sendable, Hashable {
    public var connections: ConnectionBudget
    /// Nil: as many requests as the connections carry.
    public var rate: RateLimit?
    public var retry: RetryPolicy
    public var backoff: HostBackoff.Policy
    /// What the bodies of a host may bring together; nil: as much as comes.
    public var bytesPerSecond: Int?
    /// A process that would have to wait longer for its turn in the hour is told so at once.
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

    /// An image host: 8 connections, and no hour with more than 3,000 images, of which 300 may come at once.
    public static let images = HostPolicy(rate: .hourly(3_000))

    /// An API: 4 connections, and well below the 3,600 requests an hour that Flickr allows all users of a key.
    public static let api = HostPolicy(
        connections: ConnectionBudget(limit: 4), rate: RateLimit(perHour: 3_240, burst: 120))
}
