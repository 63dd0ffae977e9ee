/// Time since it was made, on a clock that tests can hold still.
package struct ElapsedClock: Sendable {
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Duration

    package init(_ clock: any Clock<Duration>) {
        self.clock = clock
        now = Self.elapsed(on: clock)
    }

    /// Since this value was made; copies share the beginning.
    package var elapsed: Duration { now() }

    /// - Throws: `CancellationError` when the task is cancelled first.
    package func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }

    private static func elapsed<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
