import Synchronization

/// Holds answers back until it is opened; then it stays open.
final class Gate: Sendable {
    private struct State: Sendable {
        var isOpen = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var isOpen: Bool {
        state.withLock { $0.isOpen }
    }

    /// Calls `body` once the gate is open; at once if it is open already.
    func whenOpen(_ body: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            if !state.isOpen { state.waiting.append(body) }
            return state.isOpen
        }
        if isOpen { body() }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }
}
