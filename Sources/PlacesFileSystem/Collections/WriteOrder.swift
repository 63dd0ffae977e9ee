/// Lets one change at a time through, in the order they came: each sees what the one before left.
actor WriteOrder {
    private var isTaken = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        while isTaken {
            await withCheckedContinuation { waiters.append($0) }
        }
        isTaken = true
        defer {
            isTaken = false
            if !waiters.isEmpty { waiters.removeFirst().resume() }
        }
        return try await work()
    }
}
