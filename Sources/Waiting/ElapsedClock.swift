/// The time since this value was made, on a clock that tests can stop.
package struct ElapsedClock: Sendable {
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Duration

    package init(_ clock: any Clock<Duration>) {
        self.clock = clock
        now = Self.elapsed(on: clock)
    }

    /// Time since this value was made; copies share its start.
    package var elapsed: Duration { now() }

    /// - Throws: `CancellationError` if the task is cancelled first.
    package func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }

    private static func elapsed<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
