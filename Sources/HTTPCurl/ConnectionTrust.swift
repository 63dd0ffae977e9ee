/// From when on kept connections are believed to be alive. Times are awake time since the start.
///
/// A laptop that slept, or a router that forgot, leaves connections that look open and never answer. libcurl closes
/// an idle connection instead of using it when it is older than a lifetime given with the request.
struct ConnectionTrust: Sendable {
    private var since: Duration?
    private var slept: Duration?

    /// Compares the clock that stops while the machine sleeps with the one that goes on.
    mutating func noteTime(awake: Duration, elapsed: Duration) {
        let asleep = elapsed - awake
        if let slept, asleep - slept > .seconds(5) {
            distrust(at: awake)
        }
        slept = asleep
    }

    /// Connections made up to now are not to be used again.
    mutating func distrust(at now: Duration) {
        since = now
    }

    /// The greatest age of a connection that may be used now, in whole seconds as libcurl counts; nil for any.
    func lifetime(at now: Duration) -> Int? {
        since.map { Int((now - $0).components.seconds) + 1 }
    }
}
