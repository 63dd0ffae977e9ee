import Synchronization

/// Where a test holds requests back: who arrives waits until the gate is opened, or its task is cancelled.
final class Gate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    /// How many have come so far, those that have left included.
    var arrivals: Int { state.withLock { $0.arrivals } }

    /// - Parameter minding: false for a method that does not notice that it was cancelled.
    func pass(minding: Bool = true) async {
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (mayPass, watchers) = state.withLock { state in
                    state.arrivals += 1
                    let arrivals = state.arrivals
                    let due = state.watchers.filter { $0.arrivals <= arrivals }
                    state.watchers.removeAll { $0.arrivals <= arrivals }
                    let mayPass = state.isOpen || (minding && Task.isCancelled)
                    if !mayPass { state.waiting[ticket] = continuation }
                    return (mayPass, due)
                }
                if mayPass { continuation.resume() }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            guard minding else { return }
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }

    /// Returns when `count` have arrived.
    func arrived(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.arrivals < count { state.watchers.append((count, continuation)) }
                return state.arrivals >= count
            }
            if isDue { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }
}
