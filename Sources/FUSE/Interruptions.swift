import Synchronization

/// Ends a request early when its caller is about to be ended by a signal, and only then.
///
/// The kernel sends FUSE_INTERRUPT for any signal that wakes the caller, SIGALRM and Go's SIGURG among them, where an
/// EINTR would surprise a program that asked for SA_RESTART; and it sends one only for each request. So the thread
/// `interrupt-watch` looks at the signals that wait for the caller, and after a harmless one goes on looking until the
/// request has been answered, for a Ctrl-C that may follow.
final class Interruptions: Sendable {
    private let inFlight: InFlightTable
    private let state = Mutex(State())
    private let doorbell: Doorbell

    private struct State {
        var watched: Set<RequestNumber> = []
        var isClosed = false
        var looks = 0
    }

    init(_ inFlight: InFlightTable) throws(Errno) {
        self.inFlight = inFlight
        doorbell = try Doorbell()
    }

    /// Whether a request is looked after since it was interrupted.
    var isWatching: Bool { state.withLock { !$0.watched.isEmpty } }

    /// How often the thread has looked at the signals of those who wait.
    var looks: Int { state.withLock { $0.looks } }

    /// The kernel has interrupted a request. May be called with libfuse's locks held: it only wakes the thread.
    func interrupt(_ number: RequestNumber) {
        state.withLock { _ = $0.watched.insert(number) }
        doorbell.ring()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        doorbell.ring()
    }

    /// The body of `interrupt-watch`.
    func watch() {
        while true {
            let (isIdle, isClosed) = state.withLock { ($0.watched.isEmpty, $0.isClosed) }
            guard !isClosed else { return }
            // Half of the time within which an interrupted reader has to be free.
            doorbell.wait(milliseconds: isIdle ? -1 : 50)
            let watched = state.withLock { state in
                state.looks += 1
                return state.watched
            }
            for number in watched where !mustGoOnWatching(number) {
                state.withLock { _ = $0.watched.remove(number) }
            }
        }
    }

    private func mustGoOnWatching(_ number: RequestNumber) -> Bool {
        guard let request = inFlight[number] else { return false }
        guard PendingSignals.endThread(request.request.caller.threadID) else { return true }
        request.abandon(.interrupted)
        return false
    }
}
