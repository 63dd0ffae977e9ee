import Synchronization

/// Whether something comes true within a time that is long for it.
func eventually(within limit: Duration = .seconds(60), _ condition: () -> Bool) async -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    // A cancelled test fails at once: its sleep throws.
    while !condition(), clock.now < deadline, (try? await clock.sleep(for: .milliseconds(5))) != nil {}
    return condition()
}

/// Where a test holds requests back: who arrives waits until the gate is opened, or its task is cancelled.
final class Gate: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isOpen = false
        var arrivals = 0
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
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
                let mayPass = state.withLock { state in
                    state.arrivals += 1
                    let mayPass = state.isOpen || (minding && Task.isCancelled)
                    if !mayPass { state.waiting[ticket] = continuation }
                    return mayPass
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            guard minding else { return }
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }

    /// Whether `count` have arrived, within a minute.
    func arrived(_ count: Int) async -> Bool {
        await eventually { self.arrivals >= count }
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
