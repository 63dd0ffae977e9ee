import CFUSE
import Glibc
import Logging
import Synchronization

/// One message of the kernel, answered exactly once. The first to claim it sends the reply, and all later answers are
/// dropped. A request released without an answer is answered with EIO.
// Sendable: only the claimer reads `pointer`; before the claim, it is read only under `state`.
@safe final class Request: @unchecked Sendable {
    private let pointer: fuse_req_t
    let connection: Connection
    let caller: Caller
    private let state = Mutex(State())
    private let sent = Atomic(false)
    private let refusal: Refusal

    /// The type of fuse_reply_err, which ends a request.
    typealias Refusal = @convention(c) (fuse_req_t?, Int32) -> Int32

    private struct State {
        var isClaimed = false
        var isFinished = false
        /// The request's key in `connection.inFlight`, if the method is still running after the callback.
        var number: RequestNumber?
    }

    /// A request that has just arrived.
    convenience init(_ pointer: fuse_req_t, _ connection: Connection) {
        // Copied now, because libfuse frees its request when the reply is sent.
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

    /// True for the first caller only, which must then call `send`.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Sends the reply of a claimed request.
    ///
    /// - Parameter reply: Calls one of libfuse's reply functions, once.
    /// - Returns: Whether the kernel took it; it does not if the mount or the caller is gone.
    func send(_ reply: (fuse_req_t) -> Int32) -> Bool {
        let status = unsafe reply(pointer)
        sent.store(true, ordering: .releasing)
        return status == 0
    }

    /// Claims the request and sends the reply. False if the request was answered before, or the kernel did not take the
    /// reply.
    @discardableResult
    func answer(_ reply: (fuse_req_t) -> Int32) -> Bool {
        guard claim() else { return false }
        return unsafe send(reply)
    }

    /// ESTALE makes the kernel walk the caller's path once more, which needs the mount: once the session is ending, the
    /// answer is ENOTCONN instead.
    @discardableResult
    func refuse(_ error: Errno) -> Bool {
        guard claim() else { return false }
        var error = error
        if error == .stale {
            // Before the check of `isEnding`: an ending session first sets that flag, and then waits for the expected
            // retries.
            connection.retries.expect(caller.threadID)
            if connection.isEnding {
                connection.retries.arrived(caller.threadID)
                error = .notConnected
            }
        }
        return unsafe send { unsafe refusal($0, error.rawValue) }
    }

    /// Called when `task`, which works on the request, may have been suspended. From now on, an interrupt or the end of
    /// the session finds the request. Does nothing if the task has finished in the meantime.
    func outlive(_ task: Task<Void, Never>) {
        state.withLock { state in
            guard !state.isFinished else { return }
            let number = connection.inFlight.insert(InFlight(request: self, task: task))
            state.number = number
            guard !state.isClaimed else { return }
            // libfuse gets a number, never a pointer to this object: it may call back while the request is being freed,
            // and even from inside this call. Under the lock, so that no reply frees `pointer` in the meantime.
            unsafe fuse_req_interrupt_func(
                pointer,
                { pointer, data in
                    guard let pointer = unsafe pointer else { return }
                    let number = RequestNumber(rawValue: UInt(bitPattern: data))
                    unsafe Connection.of(pointer)?.interruptions.interrupt(number)
                }, UnsafeMutableRawPointer(bitPattern: number.rawValue))
        }
    }

    /// Called when the task has returned.
    func finish() {
        let number = state.withLock { state in
            state.isFinished = true
            return state.number
        }
        if let number { connection.inFlight.remove(number) }
    }

    /// Spins until a reply that another thread is sending has been sent. A write to the FUSE device does not block.
    func waitUntilSent() {
        while !sent.load(ordering: .acquiring) { sched_yield() }
    }
}
