import CFUSE
import Glibc
import Logging
import Synchronization

/// Identifies a suspended request: libfuse passes it back when the kernel interrupts that request. Never 0, and never
/// reused in a session.
struct RequestNumber: Hashable, Sendable {
    var rawValue: UInt
}

/// The reply that one message of the kernel waits for, sent exactly once. The first to claim it sends it, and all later
/// answers are dropped. Released without an answer, it answers EIO.
// Sendable: only the claimer reads `pointer`; before the claim, it is read only under `state`.
@safe final class PendingReply: @unchecked Sendable {
    private let pointer: fuse_req_t
    private let logger: Logger
    private let state = Mutex(State())
    private let sent = Atomic(false)
    private let refusal: Refusal

    /// The type of fuse_reply_err, which ends a request.
    typealias Refusal = @convention(c) (fuse_req_t?, Int32) -> Int32
    /// The type of the function that libfuse calls when the kernel interrupts a request, with the request's number.
    typealias Interruption = @convention(c) (fuse_req_t?, UnsafeMutableRawPointer?) -> Void

    private struct State {
        var isClaimed = false
        var isFinished = false
        /// If the method is still running after the callback.
        var number: RequestNumber?
    }

    init(to pointer: fuse_req_t, logger: Logger, refusal: Refusal) {
        unsafe self.pointer = unsafe pointer
        self.logger = logger
        unsafe self.refusal = unsafe refusal
    }

    deinit {
        guard claim() else { return }
        logger.error("a request was dropped without an answer")
        _ = unsafe refusal(pointer, EIO)
    }

    /// True for the first caller only, which must then call `send`.
    func claim() -> Bool {
        state.withLock { state in
            defer { state.isClaimed = true }
            return !state.isClaimed
        }
    }

    /// Sends the reply that was claimed.
    ///
    /// - Parameter reply: Calls one of libfuse's reply functions, once.
    /// - Returns: Whether the kernel took it; it does not if the mount or the caller is gone.
    func send(_ reply: (fuse_req_t) -> Int32) -> Bool {
        let status = unsafe reply(pointer)
        sent.store(true, ordering: .releasing)
        return status == 0
    }

    /// Sends a claimed reply that is an error.
    func sendRefusal(_ error: Errno) -> Bool {
        unsafe send { unsafe refusal($0, error.rawValue) }
    }

    /// Claims and sends. False if the request was answered before, or the kernel did not take the reply.
    @discardableResult
    func refuse(_ error: Errno) -> Bool {
        guard claim() else { return false }
        return sendRefusal(error)
    }

    /// Spins until a reply that another thread is sending has been sent. A write to the FUSE device does not block.
    func waitUntilSent() {
        while !sent.load(ordering: .acquiring) { sched_yield() }
    }

    // MARK: Methods that are suspended

    /// The method that is to answer may have been suspended: `number` is asked for the request's number, and libfuse
    /// calls `interrupted` with it. Does nothing if the method has finished in the meantime.
    func outlive(_ interrupted: Interruption, number: () -> RequestNumber) {
        state.withLock { state in
            guard !state.isFinished else { return }
            let number = number()
            state.number = number
            guard !state.isClaimed else { return }
            // libfuse gets a number, never a pointer to this object: it may call back while the request is being freed,
            // and even from inside this call. Under the lock, so that no reply frees `pointer` in the meantime.
            unsafe fuse_req_interrupt_func(pointer, interrupted, UnsafeMutableRawPointer(bitPattern: number.rawValue))
        }
    }

    /// The method has returned. Answers the number that the request got from `outlive`.
    func finish() -> RequestNumber? {
        state.withLock { state in
            state.isFinished = true
            return state.number
        }
    }
}
