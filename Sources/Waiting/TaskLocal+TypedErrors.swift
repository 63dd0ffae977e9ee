extension TaskLocal {
    /// Runs `work` with the value. Unlike `withValue`, it keeps the type of the error that `work` throws.
    package func withValue<Answer: Sendable, Failure: Error>(
        _ value: Value, throwing work: () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        try await withValue(value) { () async -> Result<Answer, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
