import Synchronization

/// Callers that were told ESTALE. The kernel walks their path once more, from its beginning, and asks for every name
/// anew. If the mount went away between, the walk would end at the empty mountpoint, and its caller would take a file
/// that is there for absent.
final class PathRetries: Sendable {
    /// A retry that has not come by then is not awaited: one whose directory is mounted over, for instance.
    private static let life = Duration.seconds(1)

    private let state = Mutex<[Int32: ContinuousClock.Instant]>([:])
    /// Read with every request, without the lock.
    private let count = Atomic(0)
    private let done: Doorbell

    init() throws(Errno) {
        done = try Doorbell()
    }

    /// The thread is about to be told ESTALE.
    func expect(_ threadID: Int32) {
        let now = ContinuousClock.now
        state.withLock { state in
            state = state.filter { now - $0.value < Self.life }
            state[threadID] = now
            count.store(state.count, ordering: .sequentiallyConsistent)
        }
    }

    /// The thread has sent a request: its walk is in the mount.
    func arrived(_ threadID: Int32) {
        guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
        let isEmpty = state.withLock { state in
            state[threadID] = nil
            count.store(state.count, ordering: .sequentiallyConsistent)
            return state.isEmpty
        }
        if isEmpty { done.ring() }
    }

    /// Blocks until every retry has arrived, or the time is over.
    func wait(milliseconds: Int32) {
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(milliseconds)
        while clock.now < deadline, isAwaited(clock.now) {
            done.wait(milliseconds: 20)
        }
    }

    private func isAwaited(_ now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in state.values.contains { now - $0 < Self.life } }
    }
}
