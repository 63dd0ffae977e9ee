import LinuxProcess
import Synchronization

/// Ends a request early if a signal is about to end its caller, and only then.
///
/// The kernel sends FUSE_INTERRUPT for any signal that wakes the caller, including SIGALRM and Go's SIGURG. There EINTR
/// would surprise a program that asked for SA_RESTART. The kernel sends only one FUSE_INTERRUPT for each request. So
/// the thread `interrupt-watch` looks at the caller's pending signals. If they are harmless, it looks again until the
/// request has been answered, because a Ctrl-C may follow.
final class Interruptions: Sendable {
    private static let mostEnding = 64

    private let inFlight: InFlightTable
    private let uptake: SizeUptake
    private let state = Mutex(State())
    private let wakeup: WakeupDescriptor

    private struct State {
        var watched: Set<RequestNumber> = []
        /// Threads that had a request ended early, and that may not have taken their signal yet.
        var ending: Set<Int32> = []
        var isClosed = false
        var looks = 0
    }

    /// The thread also ends overdue waits for `uptake`, which wakes the thread when such a wait begins.
    init(_ inFlight: InFlightTable, _ uptake: SizeUptake, wakeup: WakeupDescriptor) throws(Errno) {
        self.inFlight = inFlight
        self.uptake = uptake
        self.wakeup = wakeup
    }

    /// Whether any interrupted request is being watched.
    var isWatching: Bool { state.withLock { !$0.watched.isEmpty } }

    /// How often the thread has looked at pending signals.
    var looks: Int { state.withLock { $0.looks } }

    /// The kernel has interrupted a request. libfuse may call this with its locks held, so it only wakes the thread.
    func interrupt(_ number: RequestNumber) {
        state.withLock { _ = $0.watched.insert(number) }
        wakeup.wake()
    }

    /// Whether the thread is still in a system call that had a request ended early. After such an error in a read(2),
    /// the kernel tries the missing pages again, one by one. If those were answered, the program would see a short
    /// read, which counts as success: Python's `read()` would then continue and wait for ever, instead of running its
    /// handler on EINTR.
    func isEnding(_ threadID: Int32) -> Bool {
        guard state.withLock({ $0.ending.contains(threadID) }) else { return false }
        if PendingSignals(threadID: threadID)?.endThread == true { return true }
        state.withLock { _ = $0.ending.remove(threadID) }
        return false
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// The body of `interrupt-watch`.
    func watch() {
        var isUptakeAwaited = false
        while true {
            let (isIdle, isClosed) = state.withLock { ($0.watched.isEmpty, $0.isClosed) }
            guard !isClosed else { return }
            // Half of the time within which an interrupted reader must be free.
            wakeup.wait(milliseconds: isIdle && !isUptakeAwaited ? -1 : 50)
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
        let threadID = request.threadID
        guard PendingSignals.endThread(threadID) else { return true }
        let ending = state.withLock { state in
            state.ending.insert(threadID)
            return state.ending
        }
        // Most of these threads never read again, so their entries are removed here.
        if ending.count > Self.mostEnding {
            let gone = ending.filter { PendingSignals(threadID: $0)?.endThread != true }
            state.withLock { $0.ending.subtract(gone) }
        }
        request.abandon(.interrupted)
        return false
    }
}
