import CFUSE
import Glibc

/// Wakes a thread that waits in poll(2): an eventfd(2).
final class WakeupDescriptor: Sendable {
    let descriptor: Int32

    /// - Throws: EMFILE and its like.
    init() throws(Errno) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    }

    deinit {
        close(descriptor)
    }

    func wake() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Returns at once if `wake` was called since the last wait; otherwise when it is called, or when the time is over.
    ///
    /// - Parameter milliseconds: -1 waits for ever.
    func wait(milliseconds: Int32 = -1) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&polled, 1, milliseconds) > 0 else { return }
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
