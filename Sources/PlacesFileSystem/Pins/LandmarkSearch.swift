import HTTP
import PhotoTree

/// Asks the source where landmarks are: one at a time, each once however many wait for it. Whoever is interrupted or runs
/// out of time leaves; the search goes on, for its answer is kept.
actor LandmarkSearch {
    typealias Answer = Result<Landmark?, RefreshError>
    /// Asks for a name, and keeps what is found under the key.
    typealias Operation = @Sendable (_ name: String, _ key: String) async -> Answer

    /// Somebody types names, one after the other: more are a program's.
    private static let mostQueued = 16
    private static let mostUnknown = 1000

    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let lifetime: Duration
    private let ask: Operation
    /// The first one is being asked for.
    private var queue: [(name: String, key: String)] = []
    private var running: Task<Void, Never>?
    private var waiters: [String: [Int: CheckedContinuation<Answer, Never>]] = [:]
    private var lastWaiter = 0
    /// Keys of which the source knew nothing, and when.
    private var unknown: [String: Timestamp] = [:]
    private var isShutDown = false

    /// What the source did not know is asked for again after `lifetime`.
    init(
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp, lifetime: Duration,
        _ ask: @escaping Operation
    ) {
        self.clock = clock
        self.now = now
        self.lifetime = lifetime
        self.ask = ask
    }

    /// The answer to `name`, whose key is `key`, `.timedOut` where there is none within `bound`.
    func answer(to name: String, _ key: String, within bound: Duration) async -> Answer {
        lastWaiter += 1
        let id = lastWaiter
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, !isShutDown else {
                    return continuation.resume(returning: .failure(.interrupted))
                }
                guard !isUnknown(key) else { return continuation.resume(returning: .success(nil)) }
                guard enqueue(name, key) else { return continuation.resume(returning: .failure(.timedOut)) }
                waiters[key, default: [:]][id] = continuation
                Task { [clock] in
                    guard (try? await clock.sleep(for: bound)) != nil else { return }
                    self.release(id, of: key, with: .timedOut)
                }
            }
        } onCancel: {
            Task { await self.release(id, of: key, with: .interrupted) }
        }
    }

    /// Starts a search that nobody waits for. False where the source is known to know nothing.
    func search(for name: String, _ key: String) -> Bool {
        guard !isUnknown(key) else { return false }
        _ = enqueue(name, key)
        return true
    }

    /// Ends every wait and search.
    func shutdown() {
        isShutDown = true
        running?.cancel()
        queue = []
        let all = waiters
        waiters = [:]
        for waiter in all.values.flatMap(\.values) { waiter.resume(returning: .failure(.interrupted)) }
    }

    private func enqueue(_ name: String, _ key: String) -> Bool {
        guard !isShutDown else { return false }
        if queue.contains(where: { $0.key == key }) { return true }
        guard queue.count < Self.mostQueued else { return false }
        queue.append((name, key))
        startNext()
        return true
    }

    private func startNext() {
        guard running == nil, let (name, key) = queue.first else { return }
        running = Task { [ask] in
            let answer = await HTTPRequest.Priority.$current.withValue(.waiting) { await ask(name, key) }
            self.finish(key, with: answer)
        }
    }

    private func finish(_ key: String, with answer: Answer) {
        guard !isShutDown else { return }
        running = nil
        queue.removeFirst()
        if case .success(nil) = answer { remember(key) }
        for waiter in (waiters.removeValue(forKey: key) ?? [:]).values { waiter.resume(returning: answer) }
        startNext()
    }

    private func isUnknown(_ key: String) -> Bool {
        unknown[key].map { (.zero..<lifetime).contains(now() - $0) } ?? false
    }

    private func remember(_ key: String) {
        if unknown.count >= Self.mostUnknown { unknown = [:] }
        unknown[key] = now()
    }

    private func release(_ id: Int, of key: String, with error: RefreshError) {
        waiters[key]?.removeValue(forKey: id)?.resume(returning: .failure(error))
    }
}
