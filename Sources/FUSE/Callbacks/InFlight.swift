import Synchronization

/// What libfuse hands back with an interrupt; never 0, never used again in a session.
struct RequestNumber: Hashable, Sendable {
    var rawValue: UInt
}

/// A request whose method is suspended.
struct InFlight: Sendable {
    var request: Request
    var task: Task<Void, Never>

    /// Ends the method's wait, and answers for it: a method may be slow to notice, its caller must not wait for that.
    /// The method's late result is dropped; answered first, or it would say in its own words that it was interrupted.
    func abandon(_ error: Errno) {
        request.refuse(error)
        task.cancel()
    }
}

/// The requests that outlived their callback.
final class InFlightTable: Sendable {
    private let state = Mutex(State())
    private let empty: Doorbell

    private struct State {
        var last: UInt = 0
        var requests: [RequestNumber: InFlight] = [:]
    }

    init() throws(Errno) {
        empty = try Doorbell()
    }

    var isEmpty: Bool { state.withLock { $0.requests.isEmpty } }

    func insert(_ request: InFlight) -> RequestNumber {
        state.withLock { state in
            state.last += 1
            let number = RequestNumber(rawValue: state.last)
            state.requests[number] = request
            return number
        }
    }

    func remove(_ number: RequestNumber) {
        // Destroyed outside the lock: it may be the last reference to the request.
        let (removed, isEmpty) = state.withLock { state in
            (state.requests.removeValue(forKey: number), state.requests.isEmpty)
        }
        if isEmpty { empty.ring() }
        withExtendedLifetime(removed) {}
    }

    subscript(number: RequestNumber) -> InFlight? {
        state.withLock { $0.requests[number] }
    }

    /// Answers what is unanswered, then cancels all: the end of one may end what another waits for.
    func abandonAll(_ error: Errno) {
        let requests = state.withLock { Array($0.requests.values) }
        for request in requests { request.request.refuse(error) }
        for request in requests { request.task.cancel() }
    }

    /// Blocks until every method has returned, or the time is over; then no reply is being sent any more.
    func drain(milliseconds: Int32) {
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(milliseconds)
        while clock.now < deadline, !state.withLock({ $0.requests.isEmpty }) {
            empty.wait(milliseconds: 50)
        }
        for late in state.withLock({ Array($0.requests.values) }) { late.request.waitUntilSent() }
    }
}
