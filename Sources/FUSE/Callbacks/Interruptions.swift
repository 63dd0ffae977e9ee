import LinuxProcess
import Synchronization

/// Ends a request early when its caller is about to be ended by a signal, and only then.
///
/// The kernel sends FUSE_INTERRUPT for any signal that wakes the caller, SIGALRM and Go's SIGURG among them, where an
/// EINTR would surprise a program that asked for SA_RESTART; and it sends one only for each request. So the thread
/// `interrupt-watch` looks at the signals that wait for the caller, and after a harmless one goes on looking until the
/// request has been answered, for a Ctrl-C that may follow.
final class Interruptions: Sendable {
    private static let mostEnding = 64

    private let inFlight: InFlightTable
    private let uptake: SizeUptake
    private let state = Mutex(State())
    private let doorbell: Doorbell

    private struct State {
        var watched: Set<RequestNumber> = []
        /// Threads of which a request was ended early, as far as it is not known that they have had their signal since.
        var ending: Set<Int32> = []
        var isClosed = false
        var looks = 0
    }

    /// The thread also ends waits for `uptake`, which rings `doorbell` when there are any.
    init(_ inFlight: InFlightTable, _ uptake: SizeUptake, doorbell: Doorbell) throws(Errno) {
        self.inFlight = inFlight
        self.uptake = uptake
        self.doorbell = doorbell
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

    /// Whether the thread is still in the call of which a request was ended early. In a read(2) the kernel tries page
    /// by page what it did not get at once. Answered, those pages make it a short read, which to a program is success:
    /// Python's `read()` then goes on, and waits for ever, where EINTR would run its handler.
    func isEnding(_ threadID: Int32) -> Bool {
        guard state.withLock({ $0.ending.contains(threadID) }) else { return false }
        if PendingSignals(threadID: threadID)?.endThread == true { return true }
        state.withLock { _ = $0.ending.remove(threadID) }
        return false
    }

    func close() {
        state.withLock { $0.isClosed = true }
        doorbell.ring()
    }

    /// The body of `interrupt-watch`.
    func watch() {
        var isUptakeAwaited = false
        while true {
            let (isIdle, isClosed) = state.withLock { ($0.watched.isEmpty, $0.isClosed) }
            guard !isClosed else { return }
            // Half of the time within which an interrupted reader has to be free.
            doorbell.wait(milliseconds: isIdle && !isUptakeAwaited ? -1 : 50)
            isUptakeAwaited = uptake.giveUp()
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
        let threadID = request.request.caller.threadID
        guard PendingSignals.endThread(threadID) else { return true }
        let ending = state.withLock { state in
            state.ending.insert(threadID)
            return state.ending
        }
        // Most never read again, and are not missed.
        if ending.count > Self.mostEnding {
            let gone = ending.filter { PendingSignals(threadID: $0)?.endThread != true }
            state.withLock { $0.ending.subtract(gone) }
        }
        request.abandon(.interrupted)
        return false
    }
}
