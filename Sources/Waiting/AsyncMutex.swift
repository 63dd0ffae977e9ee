import Synchronization

/// Lets one piece of work through at a time, in the order they came: each sees what the one before left. Work that is
/// cancelled while it waits keeps its turn, and finds out by itself.
package final class AsyncMutex: Sendable {
    private struct State {
        var isTaken = false
        var waiters: ArraySlice<CheckedContinuation<Void, Never>> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How many wait, for tests.
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

    /// It stays taken where somebody waits: freed in between, it would go to whoever comes at that moment.
    private func release() {
        let next = state.withLock { state in
            let next = state.waiters.popFirst()
            state.isTaken = next != nil
            return next
        }
        next?.resume()
    }
}
