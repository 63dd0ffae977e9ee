/// What `work` comes to. Once `bound` is over it is cancelled, as it is with its caller, and waited for all the same.
///
/// - Returns: Its answer, and whether the bound was over first: a failure by cancellation then means that it was late.
package func within<Answer: Sendable>(
    _ bound: Duration, by time: ElapsedClock, _ work: @escaping @Sendable () async -> Answer
) async -> (answer: Answer, isLate: Bool) {
    await withTaskGroup(of: Answer?.self) { group in
        group.addTask { await work() }
        group.addTask {
            // Cancelled when there is an answer, or with the caller.
            try? await time.sleep(for: bound)
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
