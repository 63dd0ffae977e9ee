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
