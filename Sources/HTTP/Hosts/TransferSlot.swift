internal import Synchronization

/// The state that a transfer shares with its host's table: when a byte last moved in it, and whether it was displaced.
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
    /// Whether a byte has arrived since the transfer began.
    var hasProgressed: Bool { state.withLock { $0.hasProgressed } }
    var isDisplaced: Bool { state.withLock { $0.isDisplaced } }

    func note(at now: Duration) {
        state.withLock { state in
            state.at = now
            state.hasProgressed = true
        }
    }

    /// Sets the action that ends the transfer; runs it at once if the transfer has been displaced already.
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

    /// Called when the transfer has ended.
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

    /// Gives the place back; later calls do nothing.
    func release() {
        let action = onRelease.withLock { action in
            defer { action = nil }
            return action
        }
        movement.forget()
        action?()
    }
}
