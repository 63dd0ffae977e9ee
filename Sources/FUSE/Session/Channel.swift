import CFUSE
import Glibc
import Logging
import Synchronization

/// libfuse's reads and writes of the FUSE device. They pass through here so that we can stop a waiting receive thread,
/// log what libfuse would print on stderr, and correct the INIT reply.
final class Channel: Sendable {
    private let logger: Logger
    private let stopping = Atomic(false)
    private let wakeup: WakeupDescriptor
    private let inFlight: InFlightTable
    private let eagerWait: EagerWait
    /// The `unique` of INIT until it has been answered. 0 means none: the kernel's numbers begin at 2.
    private let initialization = Atomic<UInt64>(0)
    private let offersParallelDirectoryOperations = Atomic(false)

    init(_ logger: Logger, _ inFlight: InFlightTable, _ eagerWait: consuming EagerWait) throws(Errno) {
        self.logger = logger
        self.inFlight = inFlight
        self.eagerWait = eagerWait
        wakeup = try WakeupDescriptor()
    }

    /// Makes each receive thread end. It is written once and never reset, so that all of them see it.
    func stop() {
        stopping.store(true, ordering: .sequentiallyConsistent)
        wakeup.wake()
    }

    // MARK: Messages from the kernel

    /// Reads one message, waiting for it if necessary. Returns -1 with `errno` ENODEV at the end of the session.
    func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        var wait: EagerWait.Wait?
        while !stopping.load(ordering: .relaxed) {
            let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 {
                if let wait { eagerWait.end(wait, at: EagerWait.now()) }
                unsafe note(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return count
            }
            switch errno {
            case EAGAIN:
                let now = EagerWait.now()
                var current = wait ?? eagerWait.begin(at: now, areAnswersPending: !inFlight.isEmpty)
                if !current.looksAgain(at: now) { sleep(descriptor) }
                wait = current
            // ENOENT: the caller was gone before we read its request. EINTR: a signal arrived.
            case ENOENT, EINTR: continue
            case ENODEV: return -1
            default:
                logger.error("cannot read from the FUSE device", metadata: ["error": "\(Errno(rawValue: errno))"])
                errno = ENODEV
                return -1
            }
        }
        errno = ENODEV
        return -1
    }

    private func sleep(_ descriptor: Int32) {
        var polled = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&polled, 2, -1)
    }

    /// If the message is INIT, remembers its `unique` and its flags. `struct fuse_in_header` begins with length, opcode
    /// and unique; `fuse_init_in` has its flags at byte 12.
    private func note(_ message: UnsafeRawBufferPointer) {
        guard message.count >= Self.inHeaderSize + 16,
            unsafe message.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == Self.opcodeOfInit
        else { return }
        let flags = unsafe message.loadUnaligned(fromByteOffset: Self.inHeaderSize + 12, as: UInt32.self)
        offersParallelDirectoryOperations.store(
            flags & Self.parallelDirectoryOperations != 0, ordering: .relaxed)
        initialization.store(
            unsafe message.loadUnaligned(fromByteOffset: 8, as: UInt64.self), ordering: .releasing)
    }

    // MARK: Replies and notifications to the kernel

    /// Returns -1 with `errno` ENOENT if the kernel did not take the reply. libfuse would print any other error.
    func write(_ descriptor: Int32, _ vectors: UnsafeMutablePointer<iovec>, _ count: Int32) -> Int {
        if initialization.load(ordering: .relaxed) != 0 { unsafe mend(vectors, count) }
        let written = unsafe writev(descriptor, vectors, count)
        guard written < 0 else { return written }
        switch errno {
        // The request's caller is gone, or the kernel has nothing cached that a notification is about, or the mount is
        // gone.
        case ENOENT, ENODEV: break
        default:
            logger.debug("the kernel refused a message", metadata: ["error": "\(Errno(rawValue: errno))"])
        }
        errno = ENOENT
        return -1
    }

    /// libfuse 3.14.0 never sends PARALLEL_DIROPS, although `want` includes it. Without it, one waiting LOOKUP blocks
    /// its whole directory, and nobody can kill the blocked callers. So this sets the bit in the INIT reply:
    /// `fuse_out_header` (length, error, unique), then `fuse_init_out` with its flags at byte 12.
    private func mend(_ vectors: UnsafeMutablePointer<iovec>, _ count: Int32) {
        guard count >= 2, let header = unsafe vectors[0].iov_base, let reply = unsafe vectors[1].iov_base,
            unsafe header.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                == initialization.load(ordering: .acquiring)
        else { return }
        initialization.store(0, ordering: .relaxed)
        guard unsafe header.loadUnaligned(fromByteOffset: 4, as: Int32.self) == 0,
            unsafe vectors[1].iov_len >= 16, offersParallelDirectoryOperations.load(ordering: .relaxed)
        else { return }
        let flags = unsafe reply.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
        unsafe reply.storeBytes(
            of: flags | Self.parallelDirectoryOperations, toByteOffset: 12, as: UInt32.self)
    }

    private static let inHeaderSize = 40
    private static let opcodeOfInit: UInt32 = 26
    private static let parallelDirectoryOperations: UInt32 = 1 << 18
}
