import Synchronization

/// Threads that were told ESTALE. For each, the kernel walks the path once more from its beginning, and looks every
/// name up again. If the mount went away in the meantime, the walk would end at the empty mountpoint, and the caller
/// would be told that an existing file does not exist.
final class PathRetries: Sendable {
    /// A retry that has not arrived after this time is no longer awaited. It may never arrive, for instance when
    /// another mount covers its directory.
    private static let life = Duration.seconds(1)

    private let state = Mutex<[Int32: ContinuousClock.Instant]>([:])
    /// The size of `state`: every request reads it without the lock.
    private let count = Atomic(0)
    private let done: WakeupDescriptor

    init() throws(Errno) {
        done = try WakeupDescriptor()
    }

    /// Called before the thread is told ESTALE.
    func expect(_ threadID: Int32) {
        let now = ContinuousClock.now
        state.withLock { state in
            state = state.filter { now - $0.value < Self.life }
            state[threadID] = now
            count.store(state.count, ordering: .sequentiallyConsistent)
        }
    }

    /// The thread has sent a request, so its walk has reached the mount.
    func arrived(_ threadID: Int32) {
        guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
        let isEmpty = state.withLock { state in
            state[threadID] = nil
            count.store(state.count, ordering: .sequentiallyConsistent)
            return state.isEmpty
        }
        if isEmpty { done.wake() }
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
