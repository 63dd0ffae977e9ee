internal import HTTP

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

/// Decides which addresses may be requested, at first and after redirects.
struct CurlPolicy: Sendable {
    static let maximumRedirects = 5

    let plainHTTPHosts: Set<String>

    /// The address of a request, if it may be requested.
    func address(of request: HTTPRequest) throws(HTTPError) -> CurlAddress {
        guard let address = CurlAddress(request.url) else { throw .badURL(request.redactedURL) }
        guard isTransportAllowed(address) else {
            throw .badURL("\(request.redactedURL): plain http is only for loopback, use https")
        }
        return address
    }

    /// The target of a redirect, if it is on the request's own host, and below its folder there, or on one of its
    /// redirect hosts, and not less protected than the request was.
    func redirect(of request: HTTPRequest, at origin: CurlAddress, to target: String) throws(HTTPError) -> CurlAddress {
        let refusal = HTTPError.redirectRefused(to: RedirectTarget(target))
        guard let address = CurlAddress(target), isTransportAllowed(address) else { throw refusal }
        guard address.isSecure || !origin.isSecure else { throw refusal }
        let isOwn = address.host == origin.host && (address.port == origin.port || isUsual(address) && isUsual(origin))
        if isOwn, let folder = request.redirectFolder, !address.isBelow(folder) { throw refusal }
        guard isOwn || request.redirectHosts.contains(where: { address.isNamed($0) }) else { throw refusal }
        return address
    }

    private func isTransportAllowed(_ address: CurlAddress) -> Bool {
        address.isSecure || address.isLoopback
            || plainHTTPHosts.contains { address.isNamed($0) || $0.lowercased() == address.host }
    }

    private func isUsual(_ address: CurlAddress) -> Bool {
        address.port == (address.isSecure ? 443 : 80)
    }
}

/// Decides which idle connections may be reused. Times are awake time since the start.
///
/// After a laptop has slept, or a router has dropped its state, a connection may look open but never answer. Each
/// request gives libcurl a maximum age: libcurl closes an idle connection that is older instead of reusing it.
struct ConnectionTrust: Sendable {
    private var since: Duration?
    private var slept: Duration?

    /// Detects that the machine slept, by comparing the clock that stops meanwhile with the one that does not.
    mutating func noteTime(awake: Duration, elapsed: Duration) {
        let asleep = elapsed - awake
        if let slept, asleep - slept > .seconds(5) {
            distrust(at: awake)
        }
        slept = asleep
    }

    /// From now on, connections made before `now` are not reused.
    mutating func distrust(at now: Duration) {
        since = now
    }

    /// The greatest age of a connection that may be reused, in whole seconds as libcurl counts; nil means any age.
    func lifetime(at now: Duration) -> Int? {
        since.map { Int((now - $0).components.seconds) + 1 }
    }
}
