internal import Synchronization
public import Testing

/// A clock that stands still until it is moved. Sleepers wake in the order of their time.
public final class ManualClock: Clock {
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var lastID = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }
    /// How many sleep.
    public var sleeping: Int { state.withLock { $0.sleepers.count } }
    /// How long until the first wakes.
    public var nextWake: Duration? {
        state.withLock { state in state.sleepers.map { state.now.duration(to: $0.deadline) }.min() }
    }

    /// Whether one of those that sleep wakes after exactly `pause`.
    public func sleeps(for pause: Duration) -> Bool {
        state.withLock { state in state.sleepers.contains { state.now.duration(to: $0.deadline) == pause } }
    }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    guard deadline > state.now, !Task.isCancelled else { return true }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }

    /// If `waking` is false, all sleep on until it is moved again, as on a busy machine.
    public func advance(by duration: Duration, waking: Bool = true) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            guard waking else { return [Sleeper]() }
            defer { state.sleepers.removeAll { $0.deadline <= state.now } }
            return state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken {
            sleeper.continuation.resume()
        }
    }

    /// Moves on as soon as somebody sleeps, by exactly what the first sleeper wants.
    @discardableResult
    public func advanceToNextWake() async -> Duration {
        await until { self.sleeping > 0 }
        let pause = nextWake ?? .zero
        advance(by: pause)
        return pause
    }
}

/// Lets the others run until something is so. It is for what is bound to happen: what has not happened after a minute
/// and a half, or when the test's time limit is over, is a failure, and the test goes on, so that the others end too.
public func until(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(90)
    var patience = 100
    while try await !condition() {
        patience -= 1
        guard patience < 0 else {
            await Task.yield()
            continue
        }
        // Without keeping a core from those that are waited for.
        guard clock.now < end, (try? await clock.sleep(for: .milliseconds(1))) != nil else {
            Issue.record("what was waited for has not happened", sourceLocation: sourceLocation)
            return
        }
    }
}

/// Looks again until `condition` holds; false when it still does not after a minute: the disk of a busy machine may
/// keep a test waiting for long.
public func eventually(_ condition: () -> Bool) async -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    while !condition() {
        let waited = clock.now - start
        guard waited < .seconds(60) else { return false }
        // At first as fast as can be; then without keeping a core from those that are waited for.
        if waited < .milliseconds(50) {
            await Task.yield()
        } else {
            guard (try? await clock.sleep(for: .milliseconds(1))) != nil else { return condition() }
        }
    }
    return true
}
