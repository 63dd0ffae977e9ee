internal import CProcess
import Glibc
internal import Synchronization

/// The signals that ask a daemon to end: SIGHUP, SIGINT and SIGTERM, as a stream instead of a death.
///
/// Blocking them and waiting with sigwait(3) would not do: the Swift runtime parks the main thread in sigsuspend(2) with
/// an empty mask, so there they would still have their default action. A handler works whatever the masks are.
public enum TerminationSignals {
    /// From this call on the signals no longer end the process; each arrives in the stream. Call it once, early.
    ///
    /// SIGHUP stays ignored where it is: whoever starts us by nohup(1) wants us to outlive the terminal.
    ///
    /// SIGPIPE is ignored from here on too: writing to a closed pipe is an error to handle, not a reason to die.
    ///
    /// - Returns: Signal numbers, for as long as the process lives.
    /// - Throws: When the system has no descriptor or thread to give.
    public static func received() throws(Errno) -> AsyncStream<Int32> {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never wait: a full pipe has told enough.
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
            // SA_RESTART: interrupted calls of ours go on; ending is the business of whoever reads the stream.
            action.sa_flags = Int32(SA_RESTART)
            unsafe action.__sigaction_handler.sa_handler = terminationSignalArrived
            unsafe sigaction(number, &action, nil)
        }
        // A starter's mask is inherited: a test runner's threads, for one, block all of them.
        unsafe pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        return stream
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is no function, so there is nothing else to compare.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }
}

/// Where the handler writes. Touched by `received` before any handler is installed, so that a handler only loads it.
private let handlerPipe = Atomic<Int32>(-1)

/// Runs on whatever thread the kernel chose, in the middle of anything: only write(2), and errno as it was
/// (signal-safety(7)).
private func terminationSignalArrived(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(handlerPipe.load(ordering: .acquiring), &byte, 1)
    errno = before
}
