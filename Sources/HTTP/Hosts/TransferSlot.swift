internal import Synchronization

/// What a transfer and its host's table know of each other: when something last moved in it, and that it must go.
final class Movement: Sendable {
    private struct State {
        var at: Duration
        var hasProgressed = false
        var isDisplaced = false
        var stop: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(at now: Duration) {
        state = Mutex(State(at: now))
    }

    var last: Duration { state.withLock { $0.at } }
    /// A byte came since it began.
    var hasProgressed: Bool { state.withLock { $0.hasProgressed } }
    var isDisplaced: Bool { state.withLock { $0.isDisplaced } }

    func note(at now: Duration) {
        state.withLock { state in
            state.at = now
            state.hasProgressed = true
        }
    }

    /// How to end it, from now on; called at once if it must go already.
    func whenDisplaced(_ stop: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.stop = stop
            return state.isDisplaced
        }
        if isLate { stop() }
    }

    func displace() {
        let stop = state.withLock { state in
            state.isDisplaced = true
            return state.stop
        }
        stop?()
    }

    /// It has ended.
    func forget() {
        state.withLock { $0.stop = nil }
    }
}

/// One transfer's place in its host's budget, held until its body has ended.
final class TransferSlot: Sendable {
    let startedAt: Duration
    let isProbe: Bool
    let movement: Movement
    private let onRelease: Mutex<(@Sendable () -> Void)?>

    init(startedAt: Duration, isProbe: Bool, onRelease: @escaping @Sendable () -> Void) {
        self.startedAt = startedAt
        self.isProbe = isProbe
        movement = Movement(at: startedAt)
        self.onRelease = Mutex(onRelease)
    }

    deinit {
        release()
    }

    /// Gives the place back; once.
    func release() {
        let action = onRelease.withLock { action in
            defer { action = nil }
            return action
        }
        movement.forget()
        action?()
    }
}
