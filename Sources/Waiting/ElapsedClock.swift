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

/// Runs `work`, and cancels it when `bound` is over or the caller is cancelled. Even then it waits until `work`
/// returns.
///
/// - Parameters:
///   - bound: How long `work` may take.
///   - time: The clock.
///   - more: Asked when that is over: how much longer it may take; nil if it may not.
///   - work: What is bounded.
/// - Returns: The answer, and whether `bound` was over first: a failure by cancellation then means that `work` was too
///   slow.
package func within<Answer: Sendable>(
    _ bound: Duration, by time: ElapsedClock, orLonger more: @escaping @Sendable () -> Duration? = { nil },
    _ work: @escaping @Sendable () async -> Answer
) async -> (answer: Answer, isLate: Bool) {
    await withTaskGroup(of: Answer?.self) { group in
        group.addTask { await work() }
        group.addTask {
            // The sleep is cancelled when there is an answer, or with the caller.
            var pause: Duration? = bound
            while let length = pause {
                guard (try? await time.sleep(for: length)) != nil else { break }
                pause = more()
            }
            return nil
        }
        var isLate = false
        while let first = await group.next() {
            group.cancelAll()
            if let answer = first { return (answer, isLate) }
            isLate = !Task.isCancelled
        }
        preconditionFailure("work comes to an answer")
    }
}
