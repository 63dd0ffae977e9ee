internal import Synchronization
internal import Waiting

/// Limits the load on each host, whatever the callers do. It retries requests that got no usable answer, and applies
/// back-off, rate limit, connection budget and priority. It does not retry a body that breaks off: its reader has to
/// ask again.
///
/// The state is a table under a lock, not an actor, so a request that may start at once changes no executor, and a
/// place can be given back wherever a body ends, even in a `deinit`.
public final class RateLimitedTransport: HTTPTransport {
    /// Seconds since 1970; needed for a Retry-After header that names a date.
    public typealias WallClock = @Sendable () -> Int64

    struct Table {
        /// Keyed by the name of the queue.
        var hosts: [String: HostQueue] = [:]
        /// The hourly limits that all hosts without a policy of their own share.
        var rate: RateLimit?
        var smallRate: RateLimit?
        /// Keyed by budget: the running transfers of all its queues.
        var connections: [String: HostConnections] = [:]
        /// Keyed by budget, for hosts with a bandwidth limit.
        var bandwidths: [String: Bandwidth] = [:]
        /// The limit of all hosts together.
        var bandwidth: Bandwidth?
        var lastID = 0
        var timer: (at: Duration, task: Task<Void, Never>)?
    }

    private let base: any HTTPTransport
    let policies: [String: HostPolicy]
    private let fallback: HostPolicy
    let time: ElapsedClock
    private let random: @Sendable () -> Double
    private let wallClock: WallClock
    private let counted: @Sendable (HTTPRequest.Priority) -> Void
    private let hiding: @Sendable (String) -> String
    let table: Mutex<Table>

    /// `policies` are keyed by "host" or "host:port", as requests name them; all other hosts share the rate limit of
    /// `fallback`. `counted` is called in the task of each request to one of those other hosts, when it begins.
    /// `bytesPerSecond` limits the bodies of all hosts together, beside what each host's policy says; nil means no
    /// limit. `random` returns numbers from 0 up to 1. `hiding` removes secrets from the texts of `status`: a host may
    /// redirect to an address with the request's key in its host name.
    public init(
        over base: any HTTPTransport, policies: [String: HostPolicy] = [:], fallback: HostPolicy = HostPolicy(),
        bytesPerSecond: Int? = nil, clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }, wallClock: @escaping WallClock,
        counted: @escaping @Sendable (HTTPRequest.Priority) -> Void = { _ in },
        hiding: @escaping @Sendable (String) -> String = { $0 }
    ) {
        self.base = base
        self.policies = Dictionary(policies.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
        self.fallback = fallback
        time = ElapsedClock(clock)
        self.random = random
        self.wallClock = wallClock
        self.counted = counted
        self.hiding = hiding
        table = Mutex(
            Table(
                rate: fallback.rate, smallRate: fallback.rate,
                bandwidth: bytesPerSecond.map { Bandwidth(bytesPerSecond: $0) }))
    }

    /// Restores the state of the shared hourly limits that an earlier mount left.
    ///
    /// - Parameters:
    ///   - requests: How many requests were made, and when, the earliest first. The times are relative to now, so they
    ///     are negative.
    ///   - small: The same of small renditions.
    public func resume(_ requests: [(at: Duration, count: Int)], small: [(at: Duration, count: Int)] = []) {
        let now = time.elapsed
        table.withLock {
            $0.rate?.replay(requests.map { (now + $0.at, $0.count) })
            $0.smallRate?.replay(small.map { (now + $0.at, $0.count) })
        }
    }

    /// Returns the answer of the first attempt that needs no retry, or throws its error.
    ///
    /// - Throws: What the transport below throws, or `HTTPError.backingOff`, in which case no request was sent.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var attempt = 1
        var lastError: HTTPError?
        while true {
            let slot: TransferSlot
            do throws(HTTPError) {
                slot = try await admission(of: request, attempt: attempt)
            } catch {
                // The error of the last attempt says more than "backing off".
                if case .backingOff = error, let lastError { throw lastError }
                throw error
            }
            if isSharing(request.queue) { counted(request.priority) }
            let pause: Duration
            do throws(HTTPError) {
                let response = try await displaceable(slot, request)
                let status = meaning(of: response, to: request)
                note(response, of: request, slot)
                guard policy(request.queue).retry.isWorthAnother(status: status, attempt: attempt),
                    !isTooLong(request)
                else {
                    return holding(
                        slot, response, of: request.queue,
                        leftAloneFor: isShared(status) ? leftAlone(request.queue) : nil)
                }
                await discard(response.body, of: response)
                pause = isShared(status) ? .zero : self.pause(request, after: attempt)
            } catch {
                note(error, of: request, slot)
                guard policy(request.queue).retry.isWorthAnother(error, attempt: attempt) else { throw error }
                lastError = error
                let isTimeout = if case .timedOut = error { true } else { false }
                pause = self.pause(request, after: attempt, isTimeout: isTimeout)
            }
            slot.release()
            try await sleep(pause)
            attempt += 1
        }
    }

    /// One entry for each queue used so far, sorted by name.
    public func status() -> [HostStatus] {
        let now = time.elapsed
        return table.withLock { table in
            table.hosts.sorted { $0.key < $1.key }.map { name, host in
                let rate = isSharing(name) ? table.rate : host.rate
                let rateWait = rate?.wait(at: now, position: host.ratedWaiters) ?? .zero
                return HostStatus(
                    host: name, running: table.connections[budget(of: name)]?.count(of: name) ?? 0,
                    queued: host.waiters.count, requests: host.requests,
                    retries: host.retries, backingOffFor: host.backoff.remaining(at: now),
                    isRefusing: host.backoff.isRefused,
                    rateWait: rateWait > .zero ? rateWait : nil, isDown: host.backoff.isDown,
                    outage: host.backoff.isSilent ? host.outage.map { hiding($0.summary) } : nil,
                    lastError: host.lastError.map(hiding))
            }
        }
    }

    /// How long the hourly limit that hosts without a policy of their own share would delay the next request to one of
    /// them; nil if not at all.
    public var sharedWait: Duration? {
        let now = time.elapsed
        return table.withLock { table in
            let position = table.hosts.reduce(0) { $0 + (isSharing($1.key) ? $1.value.ratedWaiters : 0) }
            let wait = table.rate?.wait(at: now, position: position) ?? .zero
            return wait > .zero ? wait : nil
        }
    }

    /// How long the hourly limit of small renditions would delay the next of them; nil if not at all.
    public var smallWait: Duration? {
        let now = time.elapsed
        let wait = table.withLock { $0.smallRate?.wait(at: now) } ?? .zero
        return wait > .zero ? wait : nil
    }

    // MARK: Outcomes

    private func note(_ response: HTTPResponse, of request: HTTPRequest, _ slot: TransferSlot) {
        let now = time.elapsed
        let retry = policy(request.queue).retry
        slot.movement.note(at: now)
        table.withLock {
            $0.connections[budget(of: request.queue)]?.answered(by: request.host, after: now - slot.startedAt)
        }
        update(request.queue) { host in
            guard isShared(meaning(of: response, to: request)) else {
                host.backoff.succeeded(at: now)
                if let pause = retryAfter(response) { host.backoff.asked(for: pause, at: now) }
                if response.status >= 500 { host.lastError = "HTTP \(response.status)" }
                return
            }
            host.lastError = "HTTP \(response.status)" + (response.status == 200 ? " with Retry-After" : "")
            host.backoff.refused(at: now, begun: slot.startedAt) { refusals in
                let asked = retryAfter(response).map { min($0, retry.longestRetryAfter) }
                return asked ?? retry.pause(after: refusals, random: random())
            }
        }
    }

    private func note(_ error: HTTPError, of request: HTTPRequest, _ slot: TransferSlot) {
        let now = time.elapsed
        update(request.queue) { host in
            switch error {
            case .unreachable, .timedOut:
                host.lastError = error.summary
                host.outage = error
                let timedOut = if case .timedOut = error { true } else { false }
                host.backoff.failed(at: now, begun: slot.startedAt, timedOut: timedOut, isProbe: slot.isProbe)
            case .shareUsed, .cancelled, .displaced: host.backoff.abandoned(isProbe: slot.isProbe)
            case .cutShort:
                host.lastError = error.summary
                host.outage = error
                host.backoff.hungUp(begun: slot.startedAt, isProbe: slot.isProbe)
            case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .failed:
                host.lastError = error.summary
                host.backoff.abandoned(isProbe: slot.isProbe)
            }
        }
    }

    /// The response, with a body that gives its place back when it ends, however it ends.
    private func holding(
        _ slot: TransferSlot, _ response: HTTPResponse, of name: String, leftAloneFor pause: Duration?
    ) -> HTTPResponse {
        let body = response.body
        slot.movement.whenDisplaced { body.cancel() }
        var response = response
        response.leftAloneFor = pause
        response.body = HTTPBody(
            next: { [self] () async throws(HTTPError) in
                do throws(HTTPError) {
                    // Another transfer has this one's connection now; the reader has to ask again for what has not
                    // arrived.
                    if slot.movement.isDisplaced, !body.hasArrived, !Task.isCancelled { throw .displaced }
                    guard let piece = try await body.next() else {
                        slot.release()
                        return nil
                    }
                    try await sleep(bandwidthPause(of: name, piece.count))
                    slot.movement.note(at: time.elapsed)
                    return piece
                } catch {
                    slot.release()
                    if slot.movement.isDisplaced, !Task.isCancelled { throw .displaced }
                    if error != .cancelled, error != .displaced { update(name) { $0.lastError = error.summary } }
                    throw error
                }
            },
            cancel: {
                body.cancel()
                slot.release()
            },
            hasArrived: { body.hasArrived })
        return response
    }

    /// How long to hold back a piece, to keep to the bandwidth limits of its budget and of all hosts.
    private func bandwidthPause(of name: String, _ count: Int) -> Duration {
        let (budget, now, limit) = (budget(of: name), time.elapsed, policy(name).bytesPerSecond)
        return table.withLock { table in
            let common = table.bandwidth?.take(count, at: now) ?? .zero
            guard let limit else { return common }
            var bandwidth = table.bandwidths[budget] ?? Bandwidth(bytesPerSecond: limit)
            defer { table.bandwidths[budget] = bandwidth }
            return max(common, bandwidth.take(count, at: now))
        }
    }

    /// Returns the answer's head; throws `.displaced` if the transfer is displaced first.
    private func displaceable(_ slot: TransferSlot, _ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let sending = Task.immediate(executorPreference: HTTPRequest.executor) {
            [base] () async -> Result<HTTPResponse, HTTPError> in
            do throws(HTTPError) {
                return .success(try await base.send(request))
            } catch {
                return .failure(error)
            }
        }
        slot.movement.whenDisplaced { sending.cancel() }
        let result = await withTaskCancellationHandler {
            await sending.value
        } onCancel: {
            sending.cancel()
        }
        guard slot.movement.isDisplaced, !Task.isCancelled else { return try result.get() }
        try? result.get().body.cancel()  // Nothing to end where there is no answer.
        throw .displaced
    }

    /// Reads a short refusal to its end, so that its connection can be reused.
    private func discard(_ body: HTTPBody, of response: HTTPResponse) async {
        guard let length = response.contentLength, length <= 16_384 else { return body.cancel() }
        // An error here does not matter: the answer was a refusal anyway.
        while let piece = try? await body.next(), !piece.isEmpty {}
    }

    private func leftAlone(_ name: String) -> Duration? {
        table.withLock { $0.hosts[name]?.backoff.remaining(at: time.elapsed) }
    }

    private func isTooLong(_ request: HTTPRequest) -> Bool {
        table.withLock { $0.hosts[request.queue]?.isTooLong(request.priority, at: time.elapsed) != nil }
    }

    private func isShared(_ status: Int) -> Bool { status == 429 || status == 503 }

    /// The status that an answer means: 503 for a 200 that asks for a pause and says that it is an error.
    private func meaning(of response: HTTPResponse, to request: HTTPRequest) -> Int {
        guard response.status == 200, let header = request.errorHeader, response.headers[header] != nil,
            retryAfter(response) != nil
        else { return response.status }
        return 503
    }

    /// The pause that the answer asks for. A pause of zero, or until a time that is past on our clock, gives nil: the
    /// host is then treated as if it had sent no Retry-After.
    private func retryAfter(_ response: HTTPResponse) -> Duration? {
        let pause = response.headers["retry-after"].flatMap { RetryAfter.parse($0, unixTime: wallClock()) }
        return pause.flatMap { $0 > .zero ? $0 : nil }
    }

    /// The policy of the host that the queue belongs to.
    func policy(_ name: String) -> HostPolicy { policies[HTTPRequest.host(ofQueue: name)] ?? fallback }

    /// The name of the connections and the bandwidth that the queue uses: its host, or the group of its host.
    func budget(of queue: String) -> String { policy(queue).group ?? HTTPRequest.host(ofQueue: queue) }

    private func pause(_ request: HTTPRequest, after attempt: Int, isTimeout: Bool = false) -> Duration {
        policy(request.queue).retry.pause(after: attempt, random: random(), isTimeout: isTimeout)
    }

    private func sleep(_ pause: Duration) async throws(HTTPError) {
        guard pause > .zero else { return }
        do {
            try await time.sleep(for: pause)
        } catch {
            throw .cancelled
        }
    }

    private func update(_ name: String, _ change: (inout HostQueue) -> Void) {
        table.withLock { table in
            guard var host = table.hosts[name] else { return }
            change(&host)
            table.hosts[name] = host
        }
        admitWaiting(to: budget(of: name))
    }
}
