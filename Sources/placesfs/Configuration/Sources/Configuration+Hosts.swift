internal import HTTP
internal import PhotoTree

/// What the configuration makes of the policies towards hosts.
extension Configuration {
    /// The tile servers that maps ask.
    var tiles: [TileLayer] { [streetTiles, satelliteTiles, labelTiles].compactMap(\.self) }

    /// Where thumbnails come from when that is not what every page may ask: "http://host:port".
    var plainImageHosts: [String] {
        guard let imageBase, imageBase.lowercased().hasPrefix("http:"), let host = HostName(of: imageBase) else {
            return []
        }
        return ["http://" + host.name]
    }

    /// "host" or "host:port" of the bases that may be spoken to without TLS.
    var plainHTTPHosts: Set<String> {
        let bases = [mirror?.base, apiBase, imageBase].compactMap(\.self).filter { $0.lowercased().hasPrefix("http:") }
        return Set(bases.compactMap { HostName(of: $0)?.name })
    }

    /// A server on this machine looks after itself: no hourly share unless one is given.
    func apiPolicy(_ source: Source, onThisMachine isOwn: Bool) -> HostPolicy {
        var policy = isOwn ? HostPolicy() : HostPolicy.api
        if source == .commons {
            // "At most three concurrent requests", Wikimedia asks of programs. It names no hourly share: this many are
            // a place a minute and some topics.
            policy.connections = ConnectionBudget(limit: 3, ceiling: 3)
            if !isOwn { policy.rate = RateLimit(perHour: 900, burst: 100) }
        }
        if let apiRequestsPerHour { policy.rate = .hourly(apiRequestsPerHour) }
        return asConfigured(policy)
    }

    /// The same for an API at `host`. One server that has the images, too, is asked for as many of these at once as any
    /// other image host.
    func apiPolicy(_ source: Source, at host: HostName) -> HostPolicy {
        let isOwn = (mirror?.host ?? host).isLoopback
        var policy = apiPolicy(source, onThisMachine: isOwn)
        if imageBase.flatMap({ HostName(of: $0) })?.name == host.name {
            policy.connections = imagePolicy(source, onThisMachine: isOwn).connections
        }
        return policy
    }

    func imagePolicy(_ source: Source, onThisMachine isOwn: Bool) -> HostPolicy {
        var policy = HostPolicy.images
        policy.rate = imageLimit(onThisMachine: isOwn).map { .hourly($0) }
        // "A total concurrency of at most 2" for media (wikitech.wikimedia.org, "Robot policy", April 2025).
        policy.connections =
            source == .commons
            ? ConnectionBudget(limit: min(connections, 2), ceiling: 2) : ConnectionBudget(limit: connections)
        // "25 Mbps (as measured over 10 second intervals)", a little less so that it holds in each of them.
        if source == .commons, !isOwn { policy.bytesPerSecond = 2_900_000 }
        return asConfigured(policy)
    }

    /// How long an answer of the API may take to begin, where that is not `firstByteTimeout`: Commons' sends nothing before
    /// all is done, so it gets as long as a listing is waited for, unless the user said how long answers may take.
    func apiPatience(_ source: Source) -> Duration? {
        source == .commons && !isFirstByteTimeoutGiven ? listingWait : nil
    }

    /// Images in any hour at most.
    func imageLimit(onThisMachine isOwn: Bool) -> Int? {
        imagesPerHour ?? (isOwn ? nil : 3_000)
    }

    private func asConfigured(_ policy: HostPolicy) -> HostPolicy {
        var policy = policy
        policy.retry = RetryPolicy(retries: retries)
        policy.retry.basePause = retryPause
        policy.retry.longestRetryAfter = retryAfterLimit
        policy.backoff.longestWait = hostWait
        policy.backoff.failuresUntilDown = hostDownAfter
        policy.backoff.shortestProbePause = min(policy.backoff.shortestProbePause, hostProbePause)
        policy.backoff.longestProbePause = hostProbePause
        return policy
    }
}
