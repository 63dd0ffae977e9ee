internal import Commons
internal import Flickr
internal import HTTP
internal import PhotoTree

/// The policies towards hosts that follow from the configuration.
extension Configuration {
    /// The image host as "http://host:port", if pages must be allowed to load thumbnails from it without TLS.
    var plainImageHosts: [String] {
        guard let imageBase = sources.imageBase, imageBase.lowercased().hasPrefix("http:"),
            let host = HostName(of: imageBase)
        else {
            return []
        }
        return ["http://" + host.name]
    }

    /// "host" or "host:port" of the addresses that may be used without TLS.
    var plainHTTPHosts: Set<String> {
        let bases = [sources.mirror?.base, sources.apiBase, sources.imageBase].compactMap(\.self)
            .filter { $0.lowercased().hasPrefix("http:") }
        return Set(bases.compactMap { HostName(of: $0)?.name })
    }

    /// A server on this machine has no hourly limit unless one is set.
    func apiPolicy(_ source: SourceName, onThisMachine isOwn: Bool) -> HostPolicy {
        var policy = isOwn ? HostPolicy() : HostPolicy.api
        if source == .commons {
            // Wikimedia asks programs for "at most three concurrent requests". Since March 2026 it allows 200 a minute
            // for all who name the same contact together, and 10 without one (Wikimedia_APIs/Rate_limits). It names no
            // hourly limit: this one allows for a place a minute and some topics.
            policy.connections = ConnectionBudget(limit: 3, ceiling: 3)
            if !isOwn { policy.rate = RateLimit(perHour: 900, burst: 100) }
        }
        if let perHour = requests.apiPerHour { policy.rate = .hourly(perHour) }
        if source == .commons, !isOwn { policy.rate?.perMinute = UserAgent.isNamed(by: sources.contact) ? 150 : 8 }
        return asConfigured(policy)
    }

    /// How an API at `host` is treated. If that server has the images, too, it gets as many connections as another
    /// image host.
    func apiPolicy(_ source: SourceName, at host: HostName) -> HostPolicy {
        let isOwn = (sources.mirror?.host ?? host).isLoopback
        var policy = apiPolicy(source, onThisMachine: isOwn)
        if sources.imageBase.flatMap({ HostName(of: $0) })?.name == host.name {
            policy.connections = imagePolicy(source, onThisMachine: isOwn).connections
        }
        return policy
    }

    func imagePolicy(_ source: SourceName, onThisMachine isOwn: Bool) -> HostPolicy {
        var policy = HostPolicy.images
        policy.rate = imageLimit(source, onThisMachine: isOwn).map { .hourly($0) }
        // "A total concurrency of at most 2" for media (wikitech.wikimedia.org, "Robot policy", April 2025): at the
        // hosts of thumbnails and of originals together.
        policy.group = source == .commons ? "Wikimedia's image hosts" : nil
        policy.connections =
            source == .commons
            ? ConnectionBudget(limit: min(requests.connections, 2), ceiling: 2)
            : ConnectionBudget(limit: requests.connections)
        // "25 Mbps (as measured over 10 second intervals)"; a little less, so that each interval keeps to it.
        if source == .commons, !isOwn { policy.bytesPerSecond = 2_900_000 }
        return asConfigured(policy)
    }

    /// How long a response of the API may take to begin, if not `firstByteTimeout`. Commons' API sends nothing before
    /// the whole answer is ready, so it gets as long as a listing is waited for, unless the user set
    /// `firstByteTimeout`.
    func apiPatience(_ source: SourceName) -> Duration? {
        source == .commons && !hosts.isFirstByteTimeoutGiven ? hosts.listingWait : nil
    }

    /// The largest number of images in any hour; nil for no limit.
    func imageLimit(_ source: SourceName, onThisMachine isOwn: Bool) -> Int? {
        guard source.needsNetwork else { return nil }
        return requests.imagesPerHour ?? (isOwn ? nil : 3_000)
    }

    private func asConfigured(_ policy: HostPolicy) -> HostPolicy {
        var policy = policy
        policy.retry = RetryPolicy(retries: hosts.retries)
        policy.retry.basePause = hosts.retryPause
        policy.retry.longestRetryAfter = hosts.retryAfterLimit
        policy.backoff.longestWait = hosts.wait
        policy.backoff.failuresUntilDown = hosts.downAfter
        policy.backoff.shortestProbePause = min(policy.backoff.shortestProbePause, hosts.probePause)
        policy.backoff.longestProbePause = hosts.probePause
        return policy
    }
}

/// The addresses of a source: its own, or those that were given instead.
struct SourceHosts: Hashable, Sendable {
    let api: String
    let images: String
    /// Where requests for API and images go: to these addresses, or to the mirror.
    let askedAt: [String]

    /// Nil for the sample and for a folder, which are on this machine.
    init?(_ source: SourceName, _ configuration: Configuration) {
        let own: (api: String, images: String)
        switch source {
        case .sample, .folder: return nil
        case .flickr: own = (FlickrEndpoints.live.apiBase, "https://live.staticflickr.com/")
        case .commons: own = (CommonsEndpoints.live.apiBase, "https://upload.wikimedia.org/")
        }
        api = configuration.sources.apiBase ?? own.api
        images = configuration.sources.imageBase ?? own.images
        let mirror = configuration.sources.mirror
        askedAt = [api, images].map { mirror?.address(of: $0) ?? $0 }
    }
}
