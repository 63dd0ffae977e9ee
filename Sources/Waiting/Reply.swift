import Synchronization

/// An answer that is given once, to all tasks that wait for it. A waiting task returns as soon as it is cancelled; the
/// others still get the answer.
///
/// Only for answers that carry information. An answer that hands over a resource, such as a connection or memory, must
/// not go to a task that has left; there the table of the resource must manage the waiting itself.
package final class Reply<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Value, Never>] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many tasks wait.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Later answers are ignored.
    package func give(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters {
            waiter.resume(returning: value)
        }
    }

    /// The answer, or `other` if the calling task is cancelled before it is given.
    package func value(ifCancelled other: Value) async -> Value {
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { join($0, number, ifCancelled: other) }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: other)
        }
    }

    /// The answer, even if the calling task is cancelled before it is given.
    package func value() async -> Value {
        let number = nextNumber()
        return await withCheckedContinuation { join($0, number, ifCancelled: nil) }
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
    }

    private func join(_ waiter: CheckedContinuation<Value, Never>, _ number: Int, ifCancelled other: Value?) {
        let early = state.withLock { state -> Value? in
            if let value = state.value { return value }
            if let other, Task.isCancelled { return other }
            state.waiters[number] = waiter
            return nil
        }
        if let early { waiter.resume(returning: early) }
    }
}
