internal import HTTP

/// What the configuration makes of the policies towards hosts.
extension Configuration {
    /// A server on this machine looks after itself: no hourly share unless one is given.
    func apiPolicy(onThisMachine isOwn: Bool) -> HostPolicy {
        var policy = isOwn ? HostPolicy() : HostPolicy.api
        if let apiRequestsPerHour { policy.rate = .hourly(apiRequestsPerHour) }
        return asConfigured(policy)
    }

    func imagePolicy(onThisMachine isOwn: Bool) -> HostPolicy {
        var policy = HostPolicy.images
        if isOwn { policy.rate = nil }
        if let imagesPerHour { policy.rate = .hourly(imagesPerHour) }
        policy.connections = ConnectionBudget(limit: connections)
        return asConfigured(policy)
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
