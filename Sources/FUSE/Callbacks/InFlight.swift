import Synchronization

/// A request whose method is suspended.
struct InFlight: Sendable {
    var reply: PendingReply
    /// The caller's.
    var threadID: Int32
    var task: Task<Void, Never>

    /// Answers the request with `error` and cancels the method's task. The caller does not wait for a method that is
    /// slow to notice the cancellation; the method's late result is dropped. The answer is sent before the
    /// cancellation, or the method could reply first, with an error of its own.
    func abandon(_ error: Errno) {
        reply.refuse(error)
        task.cancel()
    }
}

/// The requests whose methods are still running after their callbacks have returned.
final class InFlightTable: Sendable {
    private let state = Mutex(State())
    private let empty: WakeupDescriptor

    private struct State {
        var last: UInt = 0
        var requests: [RequestNumber: InFlight] = [:]
    }

    init() throws(Errno) {
        empty = try WakeupDescriptor()
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
        if isEmpty { empty.wake() }
        withExtendedLifetime(removed) {}
    }

    subscript(number: RequestNumber) -> InFlight? {
        state.withLock { $0.requests[number] }
    }

    /// Refuses every unanswered request, then cancels all tasks. In this order, because ending one task may make
    /// another one answer.
    func abandonAll(_ error: Errno) {
        let requests = state.withLock { Array($0.requests.values) }
        for request in requests { request.reply.refuse(error) }
        for request in requests { request.task.cancel() }
    }

    /// Blocks until every method has returned, or the time is over. In both cases no reply is still being sent.
    func drain(milliseconds: Int32) {
        let clock = ContinuousClock()
        let deadline = clock.now + .milliseconds(milliseconds)
        while clock.now < deadline, !state.withLock({ $0.requests.isEmpty }) {
            empty.wait(milliseconds: 50)
        }
        for late in state.withLock({ Array($0.requests.values) }) { late.reply.waitUntilSent() }
    }
}
