import CFUSE
import Glibc

/// Takes messages from the kernel, one at a time, into a buffer of its own, and has libfuse call the callbacks.
@safe struct Receiver: ~Copyable {
    private let session: OpaquePointer
    private let buffer: UnsafeMutablePointer<fuse_buf>

    init?(_ session: OpaquePointer?) {
        guard let session = unsafe session else { return nil }
        unsafe self.session = unsafe session
        unsafe buffer = UnsafeMutablePointer<fuse_buf>.allocate(capacity: 1)
        unsafe buffer.initialize(to: fuse_buf())
    }

    deinit {
        // libfuse allocated the memory, with malloc, at the first message.
        unsafe free(buffer.pointee.mem)
        unsafe buffer.deallocate()
    }

    /// Waits for a message and handles it.
    ///
    /// - Returns: False at the end of the session.
    func receiveOne() -> Bool {
        while true {
            let size = unsafe fuse_session_receive_buf(session, buffer)
            if size == -EINTR || size == -EAGAIN { continue }
            guard size > 0 else { return false }
            unsafe fuse_session_process_buf(session, buffer)
            return true
        }
    }
}
