/// What `PoliteTransport` knows of a host, for people.
public struct HostStatus: Sendable, Hashable {
    public var host: String
    public var running: Int
    public var queued: Int
    /// Attempts sent, since the start.
    public var requests: Int
    /// Of these, second and later attempts.
    public var retries: Int
    /// No request starts for this long.
    public var backingOffFor: Duration?
    /// Requests start this much later, because the hour's share is used.
    public var rateWait: Duration?
    /// Not reachable of late; requests fail at once but for one at a time.
    public var isDown: Bool
    /// Why the latest request found no connection or no answer; nil since anything was answered. Without secrets.
    public var outage: String?
    /// Without secrets.
    public var lastError: String?
}
