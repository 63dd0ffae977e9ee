import CFUSE
import Glibc

/// One message of the kernel: who sent it, over which connection, and the reply that it waits for.
struct Request: Sendable {
    let reply: PendingReply
    let connection: Connection
    let caller: Caller

    /// A request that has just arrived.
    init(_ pointer: fuse_req_t, _ connection: Connection) {
        // Copied now, because libfuse frees its request when the reply is sent.
        let context = unsafe fuse_req_ctx(pointer)?.pointee
        let caller = Caller(
            userID: context?.uid ?? 0, groupID: context?.gid ?? 0, threadID: context?.pid ?? 0)
        unsafe self.init(pointer, connection, caller: caller, refusal: fuse_reply_err)
    }

    init(_ pointer: fuse_req_t, _ connection: Connection, caller: Caller, refusal: PendingReply.Refusal) {
        reply = unsafe PendingReply(to: pointer, logger: connection.logger, refusal: refusal)
        self.connection = connection
        self.caller = caller
    }

    var fileSystem: any FileSystem { connection.fileSystem }

    /// Claims the request and sends the reply. False if the request was answered before, or the kernel did not take the
    /// reply.
    @discardableResult
    func answer(_ send: (fuse_req_t) -> Int32) -> Bool {
        guard reply.claim() else { return false }
        return unsafe reply.send(send)
    }

    /// ESTALE makes the kernel walk the caller's path once more, which needs the mount: once the session is ending, the
    /// answer is ENOTCONN instead.
    @discardableResult
    func refuse(_ error: Errno) -> Bool {
        guard reply.claim() else { return false }
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
        return reply.sendRefusal(error)
    }

    /// Called when `task`, which works on the request, may have been suspended. From now on, an interrupt or the end of
    /// the session finds the request. Does nothing if the task has finished in the meantime.
    func outlive(_ task: Task<Void, Never>) {
        unsafe reply.outlive { pointer, data in
            guard let pointer = unsafe pointer else { return }
            let number = RequestNumber(rawValue: UInt(bitPattern: data))
            unsafe Connection.of(pointer)?.interruptions.interrupt(number)
        } number: {
            connection.inFlight.insert(InFlight(reply: reply, threadID: caller.threadID, task: task))
        }
    }

    /// Called when the task has returned.
    func finish() {
        if let number = reply.finish() { connection.inFlight.remove(number) }
    }
}
