internal import Synchronization

/// When something last moved in a transfer; shared by the transfer and its host's table.
final class Movement: Sendable {
    private let at: Mutex<Duration>

    init(at now: Duration) {
        at = Mutex(now)
    }

    var last: Duration { at.withLock { $0 } }

    func note(at now: Duration) {
        at.withLock { $0 = now }
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
        action?()
    }
}
