import Synchronization

/// Every request, and how it was answered.
///
/// Counts are exact for any number of requests; entries are kept for the last hundred thousand.
public final class Ledger: Sendable {
    private struct Waiter: Sendable {
        var count: Int
        var matches: @Sendable (LedgerEntry) -> Bool
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var entries: [LedgerEntry] = []
        /// How many entries were dropped from the front.
        var dropped = 0
        /// How many entries earlier resets removed: a number up to this is of a request begun before the last reset.
        var base = 0
        var imageRequests: [String: Int] = [:]
        var methods: [String: Int] = [:]
        var images = 0
        var callsInFlight = 0
        var mostCallsInFlight = 0
        var imagesInFlight = 0
        var mostImagesInFlight = 0
        var connections = 0
        var openConnections = 0
        var mostOpenConnections = 0
        var connectionNumber = 0
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    private static let keptEntries = 100_000
    private let state = Mutex(State())
    private let birth = ContinuousClock.now

    init() {}

    // MARK: Queries

    public var entries: [LedgerEntry] {
        state.withLock { $0.entries }
    }

    /// All requests, of any kind.
    public var count: Int {
        state.withLock { $0.dropped + $0.entries.count }
    }

    /// How often an API method was called.
    public func count(of method: String) -> Int {
        state.withLock { $0.methods[method] ?? 0 }
    }

    public var apiRequests: Int {
        state.withLock { state in
            state.methods.reduce(0) { $0 + $1.value }
        }
    }

    public var imageRequests: Int {
        state.withLock { $0.images }
    }

    /// How many requests asked for images of a photo, in any rendition or in one.
    public func imageRequests(of photo: String, _ rendition: String? = nil) -> Int {
        state.withLock { state in
            guard let rendition else {
                return state.imageRequests.reduce(0) { sum, pair in
                    pair.key.hasPrefix(photo + "_") ? sum + pair.value : sum
                }
            }
            return state.imageRequests["\(photo)_\(rendition)"] ?? 0
        }
    }

    /// Requests for images of a photo, oldest first.
    public func images(of photo: String) -> [LedgerEntry] {
        state.withLock { $0.entries.filter { $0.photo == photo && $0.isImage } }
    }

    /// The most images that were being answered at the same time, at all image hosts together.
    public var mostImagesAtOnce: Int {
        state.withLock { $0.mostImagesInFlight }
    }

    /// The most API calls that were being answered at the same time; Wikimedia permits three.
    public var mostAPIRequestsAtOnce: Int {
        state.withLock { $0.mostCallsInFlight }
    }

    /// Requests that are not answered yet.
    public var inFlight: [LedgerEntry] {
        state.withLock { $0.entries.filter { $0.ended == nil } }
    }

    /// Connections since the last reset.
    public var connectionsOpened: Int {
        state.withLock { $0.connections }
    }

    public var mostConnectionsAtOnce: Int {
        state.withLock { $0.mostOpenConnections }
    }

    /// Waits until `count` entries match. Entries are checked when they begin, when their head is sent and when they
    /// end.
    /// - Parameters:
    ///   - count: How many.
    ///   - limit: How long: a request that never comes must not hold whoever waits.
    ///   - matches: Which are counted.
    /// - Returns: false when it took longer, or the task was cancelled.
    public func wait(
        for count: Int, within limit: Duration = .seconds(100), where matches: @escaping @Sendable (LedgerEntry) -> Bool
    ) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.hold(for: count, where: matches) }
            group.addTask {
                try? await ContinuousClock().sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private func hold(for count: Int, where matches: @escaping @Sendable (LedgerEntry) -> Bool) async -> Bool {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(count: count, matches: matches, continuation: continuation)
                let settled: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if Self.isMet(waiter, state) { return true }
                    state.waiters[number] = waiter
                    return nil
                }
                if let settled { continuation.resume(returning: settled) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume(returning: false)
        }
    }

    /// Forgets all requests, including those being answered, and all counts but the number of open connections.
    public func reset() {
        state.withLock { state in
            state.base += state.dropped + state.entries.count
            state.entries = []
            state.dropped = 0
            state.imageRequests = [:]
            state.methods = [:]
            state.images = 0
            state.imagesInFlight = 0
            state.mostImagesInFlight = 0
            state.callsInFlight = 0
            state.mostCallsInFlight = 0
            state.connections = 0
            state.mostOpenConnections = state.openConnections
        }
    }

    // MARK: Writing

    /// Returns the connection's number.
    func connectionOpened() -> Int {
        state.withLock { state in
            state.connectionNumber += 1
            state.connections += 1
            state.openConnections += 1
            state.mostOpenConnections = max(state.mostOpenConnections, state.openConnections)
            return state.connectionNumber
        }
    }

    func connectionClosed() {
        state.withLock { $0.openConnections -= 1 }
    }

    /// Returns the number that identifies the request in the other calls.
    func begin(_ entry: LedgerEntry) -> Int {
        update { state in
            var entry = entry
            entry.sequence = state.dropped + state.entries.count + 1
            entry.started = birth.duration(to: .now)
            state.entries.append(entry)
            if state.entries.count > 2 * Self.keptEntries {
                state.entries.removeFirst(Self.keptEntries)
                state.dropped += Self.keptEntries
            }
            if entry.isImage {
                state.images += 1
                state.imageRequests["\(entry.photo ?? "")_\(entry.rendition ?? "")", default: 0] += 1
                state.imagesInFlight += 1
                state.mostImagesInFlight = max(state.mostImagesInFlight, state.imagesInFlight)
            } else if entry.isAPI {
                state.methods[entry.kind, default: 0] += 1
                state.callsInFlight += 1
                state.mostCallsInFlight = max(state.mostCallsInFlight, state.callsInFlight)
            }
            return state.base + entry.sequence
        }
    }

    func headSent(_ number: Int, status: Int) {
        edit(number) { _, entry in entry.status = status }
    }

    func end(_ number: Int, bytesSent: Int, isComplete: Bool) {
        edit(number) { state, entry in
            entry.bytesSent = bytesSent
            entry.isComplete = isComplete
            entry.ended = birth.duration(to: .now)
            if entry.isImage { state.imagesInFlight -= 1 }
            if entry.isAPI { state.callsInFlight -= 1 }
        }
    }

    private func edit(_ number: Int, _ edit: (inout State, inout LedgerEntry) -> Void) {
        update { state in
            let index = number - state.base - state.dropped - 1
            guard state.entries.indices.contains(index) else { return }
            var entry = state.entries[index]
            edit(&state, &entry)
            state.entries[index] = entry
        }
    }

    /// Changes the state and wakes the waiters whose condition is now met.
    private func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, met) = state.withLock { state in
            let result = change(&state)
            let met = state.waiters.filter { Self.isMet($0.value, state) }
            for number in met.keys { state.waiters[number] = nil }
            return (result, Array(met.values))
        }
        for waiter in met { waiter.continuation.resume(returning: true) }
        return result
    }

    private static func isMet(_ waiter: Waiter, _ state: State) -> Bool {
        guard waiter.count > 0 else { return true }
        var found = 0
        for entry in state.entries where waiter.matches(entry) {
            found += 1
            if found == waiter.count { return true }
        }
        return false
    }
}
