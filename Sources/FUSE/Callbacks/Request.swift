import CFUSE
import Glibc
import Logging
import Synchronization

/// One message of the kernel, answered exactly once: whoever claims it first sends the reply, all later answers are
/// dropped, and a request that is let go unanswered is answered EIO.
// Sendable: `pointer` is read only by who has claimed the request, or under `state` before anybody has.
@safe final class Request: @unchecked Sendable {
    private let pointer: fuse_req_t
    let connection: Connection
    let caller: Caller
    private let state = Mutex(State())
    private let sent = Atomic(false)
    private let refusal: Refusal

    /// fuse_reply_err, which ends a request.
    typealias Refusal = @convention(c) (fuse_req_t?, Int32) -> Int32

    private struct State {
        var isClaimed = false
        var isFinished = false
        /// The request's place in `connection.inFlight`, when it outlived its callback.
        var number: RequestNumber?
    }

    /// A request that has just arrived.
    convenience init(_ pointer: fuse_req_t, _ connection: Connection) {
        // Copied now: libfuse frees its part with the reply.
        let context = unsafe fuse_req_ctx(pointer)?.pointee
        let caller = Caller(
            userID: context?.uid ?? 0, groupID: context?.gid ?? 0, threadID: context?.pid ?? 0)
        unsafe self.init(pointer, connection, caller: caller, refusal: fuse_reply_err)
    }

    init(_ pointer: fuse_req_t, _ connection: Connection, caller: Caller, refusal: Refusal) {
        unsafe self.pointer = unsafe pointer
        self.connection = connection
        self.caller = caller
        unsafe self.refusal = unsafe refusal
    }

    deinit {
        guard claim() else { return }
        connection.logger.error("a request was dropped without an answer")
        _ = unsafe refusal(pointer, EIO)
    }

    var fileSystem: any FileSystem { connection.fileSystem }

    /// True for one caller only, who must then `send`.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Sends the reply of a claimed request.
    ///
    /// - Parameter reply: Calls one of libfuse's reply functions, once.
    /// - Returns: Whether the kernel took it; it does not when the mount is gone or the caller is no longer there.
    func send(_ reply: (fuse_req_t) -> Int32) -> Bool {
        let status = unsafe reply(pointer)
        sent.store(true, ordering: .releasing)
        return status == 0
    }

    /// Claims and sends; false when somebody else has answered, or the kernel did not take it.
    @discardableResult
    func answer(_ reply: (fuse_req_t) -> Int32) -> Bool {
        guard claim() else { return false }
        return unsafe send(reply)
    }

    /// ESTALE has the caller's path walked once more, for which the mount must still be there.
    @discardableResult
    func refuse(_ error: Errno) -> Bool {
        guard claim() else { return false }
        var error = error
        if error == .stale {
            // Before we look whether the session ends, which first says so and then looks who is expected.
            connection.retries.expect(caller.threadID)
            if connection.isEnding {
                connection.retries.arrived(caller.threadID)
                error = .notConnected
            }
        }
        return unsafe send { unsafe refusal($0, error.rawValue) }
    }

    /// Called when `task`, which works on the request, was suspended: from now on interrupts and the end of the session
    /// find the request. Nothing happens if the task has finished meanwhile.
    func outlive(_ task: Task<Void, Never>) {
        state.withLock { state in
            guard !state.isFinished else { return }
            let number = connection.inFlight.insert(InFlight(request: self, task: task))
            state.number = number
            guard !state.isClaimed else { return }
            // A number, never a pointer to us: libfuse may call back while the request is being freed. Under our
            // lock, so that no reply frees `pointer` meanwhile; libfuse may call back from inside this very call.
            unsafe fuse_req_interrupt_func(
                pointer,
                { pointer, data in
                    guard let pointer = unsafe pointer else { return }
                    let number = RequestNumber(rawValue: UInt(bitPattern: data))
                    unsafe Connection.of(pointer)?.interruptions.interrupt(number)
                }, UnsafeMutableRawPointer(bitPattern: number.rawValue))
        }
    }

    /// The task has returned.
    func finish() {
        let number = state.withLock { state in
            state.isFinished = true
            return state.number
        }
        if let number { connection.inFlight.remove(number) }
    }

    /// Spins until a reply that another thread is sending has left; a write to the FUSE device does not block.
    func waitUntilSent() {
        while !sent.load(ordering: .acquiring) { sched_yield() }
    }
}
