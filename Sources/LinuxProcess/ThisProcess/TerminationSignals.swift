internal import CProcess
import Glibc
internal import Synchronization

/// The signals that ask a daemon to end (SIGHUP, SIGINT and SIGTERM), delivered as a stream instead of ending the
/// process.
///
/// Blocking them and waiting with sigwait(3) would not work: the Swift runtime parks the main thread in sigsuspend(2)
/// with an empty mask, so on that thread they would still have their default action. A handler works whatever the masks
/// are.
public enum TerminationSignals {
    /// From this call on the signals no longer end the process; each arrives in the stream. Call it once, early.
    ///
    /// If SIGHUP is ignored, it stays so: a user who starts us with nohup(1) wants us to outlive the terminal.
    ///
    /// From now on SIGPIPE is ignored too, so that writing to a closed pipe is an error to handle and does not end the
    /// process.
    ///
    /// - Returns: Signal numbers, for as long as the process lives.
    /// - Throws: The error, if the system has no descriptor or thread left.
    public static func received() throws(Errno) -> AsyncStream<Int32> {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never block. If the pipe is full, the reader has enough signals to see.
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)

        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let thread = try NamedThread("signals") {
            var number: UInt8 = 0
            while true {
                let count = unsafe read(readEnd, &number, 1)
                if count == 1 { continuation.yield(Int32(number)) }
                if count == 0 || (count < 0 && errno != EINTR) { return }
            }
        }
        thread.detach()

        handlerPipe.store(writeEnd, ordering: .releasing)
        var awaited = sigset_t()
        unsafe sigemptyset(&awaited)
        for number in [SIGHUP, SIGINT, SIGTERM] where number != SIGHUP || !isIgnored(SIGHUP) {
            unsafe sigaddset(&awaited, number)
            var action = sigaction()
            unsafe sigemptyset(&action.sa_mask)
            // SA_RESTART: our interrupted system calls continue. The reader of the stream decides what to do about the
            // signal.
            action.sa_flags = Int32(SA_RESTART)
            unsafe action.__sigaction_handler.sa_handler = terminationSignalArrived
            unsafe sigaction(number, &action, nil)
        }
        // The signal mask is inherited from the parent process; a test runner's threads, for example, block all
        // signals.
        unsafe pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        return stream
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is no real function, so only the addresses can be compared.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}

/// The descriptor that the handler writes to. `received` initializes it before it installs a handler, so a handler only
/// loads it.
private let handlerPipe = Atomic<Int32>(-1)

/// Runs on any thread that the kernel chooses, at any point of its code. So it calls only write(2), and restores errno
/// (signal-safety(7)).
private func terminationSignalArrived(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(handlerPipe.load(ordering: .acquiring), &byte, 1)
    errno = before
}
