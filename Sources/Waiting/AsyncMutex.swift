import Synchronization

/// Runs one piece of work at a time, in the order of arrival; each sees the results of the one before. Work that is
/// cancelled while it waits keeps its place, still runs, and has to check for the cancellation itself.
package final class AsyncMutex: Sendable {
    private struct State {
        var isTaken = false
        var waiters: ArraySlice<CheckedContinuation<Void, Never>> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How many callers wait, for tests.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    package func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await take()
        defer { release() }
        return try await work()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// If somebody waits, the mutex passes to the first waiter without becoming free. Otherwise a caller that arrives
    /// at that moment could overtake it.
    private func release() {
        let next = state.withLock { state in
            let next = state.waiters.popFirst()
            state.isTaken = next != nil
            return next
        }
        next?.resume()
    }
}
