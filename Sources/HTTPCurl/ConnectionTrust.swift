/// From when on kept connections are believed to be alive.
///
/// A laptop that slept, or a router that forgot, leaves connections that look open and never answer. libcurl closes
/// an idle connection instead of using it when it is older than a lifetime given with the request.
struct ConnectionTrust: Sendable {
    private var since: SuspendingClock.Instant?
    private var lead: Duration?

    /// Compares the clock that stops while the machine sleeps with the one that goes on.
    mutating func noteTime(
        awake: SuspendingClock.Instant = .now, elapsed: ContinuousClock.Instant = .now,
        origin: (SuspendingClock.Instant, ContinuousClock.Instant) = Self.origin
    ) {
        let now = origin.1.duration(to: elapsed) - origin.0.duration(to: awake)
        if let lead, now - lead > .seconds(5) {
            distrust(at: awake)
        }
        lead = now
    }

    /// Connections made up to now are not to be used again.
    mutating func distrust(at now: SuspendingClock.Instant) {
        since = now
    }

    /// The greatest age of a connection that may be used now, in whole seconds as libcurl counts; nil for any.
    func lifetime(at now: SuspendingClock.Instant) -> Int? {
        since.map { Int($0.duration(to: now).components.seconds) + 1 }
    }

    private static let origin = (SuspendingClock.now, ContinuousClock.now)
}
