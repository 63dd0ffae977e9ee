/// How `CurlTransport` connects and how long it waits.
public struct CurlConfiguration: Sendable {
    /// "placesfs/1.0 (+https://…)": names the program and where to complain.
    public var userAgent: String
    /// Name look-up, TCP and TLS together.
    public var connectTimeout: Duration
    /// From the request being sent to the end of the answer's head.
    public var firstByteTimeout: Duration
    /// A body slower than this many bytes a second …
    public var lowSpeedLimit: Int64
    /// … for this long has stalled. Time in which nobody pulled does not count.
    public var lowSpeedPeriod: Duration
    /// A last resort above `PoliteTransport`'s budget, wide enough that transfers which stall leave room for others.
    public var maximumHostConnections: Int
    public var maximumConnections: Int
    /// PEM file of the authorities to trust instead of the system's.
    public var authorityFile: String?
    /// Hosts ("host" or "host:port") that may be spoken to without TLS. Loopback always may.
    public var plainHTTPHosts: Set<String>
    /// "http://host:port" to ask through; empty for none, nil for what the environment says. Loopback is asked directly.
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
