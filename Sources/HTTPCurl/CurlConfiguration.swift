/// How `CurlTransport` connects and how long it waits.
public struct CurlConfiguration: Sendable {
    /// Names the program and where to complain: "placesfs/1.0 (+https://…)".
    public var userAgent: String
    /// For name lookup, TCP and TLS together.
    public var connectTimeout: Duration
    /// From the sent request to the end of the answer's head.
    public var firstByteTimeout: Duration
    /// A body slower than this many bytes a second …
    public var lowSpeedLimit: Int64
    /// … for this long counts as stalled. Time in which nobody pulled does not count.
    public var lowSpeedPeriod: Duration
    /// A safeguard far above `RateLimitedTransport`'s budget, so that stalled transfers leave room for others.
    public var maximumHostConnections: Int
    public var maximumConnections: Int
    /// A PEM file of the certificate authorities to trust, instead of the system's.
    public var authorityFile: String?
    /// Hosts ("host" or "host:port") that may be used without TLS. Loopback is always allowed.
    public var plainHTTPHosts: Set<String>
    /// The proxy, as "http://host:port". Empty for none, nil for the environment's. Never used for loopback.
    public var proxy: String?

    public init(
        userAgent: String, connectTimeout: Duration = .seconds(10), firstByteTimeout: Duration = .seconds(15),
        lowSpeedLimit: Int64 = 1_000, lowSpeedPeriod: Duration = .seconds(15), maximumHostConnections: Int = 128,
        maximumConnections: Int = 256, authorityFile: String? = nil, plainHTTPHosts: Set<String> = [],
        proxy: String? = nil
    ) {
        self.userAgent = userAgent
        self.connectTimeout = connectTimeout
        self.firstByteTimeout = firstByteTimeout
        self.lowSpeedLimit = lowSpeedLimit
        self.lowSpeedPeriod = lowSpeedPeriod
        self.maximumHostConnections = maximumHostConnections
        self.maximumConnections = maximumConnections
        self.authorityFile = authorityFile
        self.plainHTTPHosts = plainHTTPHosts
        self.proxy = proxy
    }
}
