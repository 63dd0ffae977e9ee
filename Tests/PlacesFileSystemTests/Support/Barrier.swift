import Synchronization

/// Holds callers back until it is opened; tells how many came.
final class Barrier: Sendable {
    private struct State {
        var isOpen: Bool
        var arrivals = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(isOpen: Bool = false) {
        state = Mutex(State(isOpen: isOpen))
    }

    var arrivals: Int { state.withLock { $0.arrivals } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func close() {
        state.withLock { $0.isOpen = false }
    }
}
