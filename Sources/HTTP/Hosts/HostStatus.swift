/// What `RateLimitedTransport` knows about one queue of a host, for display.
public struct HostStatus: Sendable, Hashable {
    public var host: String
    public var running: Int
    public var queued: Int
    /// Attempts sent since the program started.
    public var requests: Int
    /// How many of `requests` were second or later attempts.
    public var retries: Int
    /// No request starts for this long, because the host refused or is down.
    public var backingOffFor: Duration?
    /// The latest answer was a refusal, like 429 or 503.
    public var isRefusing: Bool
    /// The next request waits this long, because the hourly limit is reached.
    public var rateWait: Duration?
    /// The host was not reachable lately: one request at a time probes it, and all others fail at once.
    public var isDown: Bool
    /// Why the latest request found no connection or no answer; nil once the host has answered again. Contains no
    /// secrets.
    public var outage: String?
    /// Contains no secrets.
    public var lastError: String?
}
