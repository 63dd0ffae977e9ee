internal import CProcess
import FoundationEssentials
import Glibc

/// A child process that is to run on without this one, as a daemon, but without our open files. Until it is let go it
/// stays in our process group: an automounter lets only the group that it started come near the folder, and whoever
/// ends that group ends both. Its standard output is a socket to us: it reports there once, whether it is ready or why
/// it is not, and we let it go, or it finds that we are gone.
///
/// This is how a mount goes to the background. libfuse's own `fuse_daemonize` lets the parent return before the mount
/// answers. A newly started program would have to be loaded, and to read its options, a second time.
public struct DetachedProcess: Sendable {
    public let processID: Int32
    private let report: Int32

    /// Continues in two processes, as fork(2) does. The child would lack all other threads, so call it before the
    /// program has made any: no task, no queue.
    ///
    /// The child begins with every signal at its default and none blocked, with an empty standard input, and with our
    /// standard error.
    ///
    /// - Parameters:
    ///   - name: The child's name in ps(1), at most 15 bytes.
    ///   - inherited: A descriptor that the child keeps, beside the three standard ones.
    /// - Returns: The child, in the parent; nil in the child.
    /// - Throws: What socketpair(2) or fork(2) say.
    public static func fork(named name: StaticString, keeping inherited: Int32? = nil) throws(Errno) -> Self? {
        assert(isOnlyThread, "what made a thread goes after this")
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Errno(rawValue: errno)
        }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let processID = cprocess_fork()
        if processID == 0 {
            detach(name, reportingTo: writeEnd, keeping: inherited)
            return nil
        }
        let code = errno
        close(writeEnd)
        guard processID > 0 else {
            close(readEnd)
            throw Errno(rawValue: code)
        }
        return Self(processID: processID, report: readEnd)
    }

    private static var isOnlyThread: Bool {
        var facts = stat()
        // The directory has two links of its own, and one for each thread.
        return unsafe stat("/proc/self/task", &facts) != 0 || facts.st_nlink <= 3
    }

    private static func detach(_ name: StaticString, reportingTo writeEnd: Int32, keeping inherited: Int32?) {
        name.withUTF8Buffer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { name in
                if let name = name.baseAddress { _ = unsafe pthread_setname_np(pthread_self(), name) }
            }
        }
        // A shell that starts us in the background may have set SIGINT to be ignored. The signal mask is inherited too.
        for number in 1...64 { _ = signal(Int32(number), SIG_DFL) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)

        dup2(writeEnd, STDOUT_FILENO)
        let null = unsafe open("/dev/null", O_RDONLY)
        dup2(null, STDIN_FILENO)
        // A process that lives for days should keep neither our open files nor those that a shell passed on needlessly.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for case let descriptor? in names.map({ Int32($0) })
        where descriptor > STDERR_FILENO && descriptor != inherited {
            close(descriptor)
        }
    }

    /// Waits until the process has written `end`, or closed its standard output, or ended. Call it once.
    ///
    /// - Returns: What it wrote there, without `end`.
    public func readReport(endingWith end: UInt8) -> String {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while bytes.last != end {
            let count = unsafe read(report, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes.last == end ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// Lets the process go on without us, and waits until it has left our process group and our terminal.
    public func release() {
        var byte: UInt8 = 0
        _ = unsafe send(report, &byte, 1, Int32(MSG_NOSIGNAL))
        while true {
            let count = unsafe read(report, &byte, 1)
            guard count > 0 || (count < 0 && errno == EINTR) else { break }
        }
        close(report)
    }

    /// Waits for the process to end.
    ///
    /// - Returns: Its exit status, or 128 plus the number of the signal that ended it, as shells report it.
    public func waitForExit() -> Int32 { Self.exitStatus(of: processID) }

    /// The exit status of any child, which is waited for.
    static func exitStatus(of processID: Int32) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        // What WIFSIGNALED and WEXITSTATUS of wait(2) compute; Swift cannot call these macros.
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// The other side of a `DetachedProcess`: the process that started this one, and waits for it.
public enum WaitingParent {
    /// Waits on a thread until the parent lets this process go: then it leaves the parent's process group and terminal.
    /// Or until the parent has ended.
    ///
    /// - Parameter whenGone: The parent ended without letting this process go.
    /// - Throws: EAGAIN if the system cannot create a thread.
    public static func watch(whenGone: @escaping @Sendable () -> Void) throws(Errno) {
        try NamedThread("parent") {
            var byte: UInt8 = 0
            while true {
                let count = unsafe read(STDOUT_FILENO, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return whenGone() }
                break
            }
            setsid()
            // The parent finds the end of its socket.
            let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
            guard null >= 0 else { return }
            dup2(null, STDOUT_FILENO)
            close(null)
        }.detach()
    }
}

/// The thread that a program begins with, if all work runs on others.
public enum FirstThread {
    /// Sleeps for as long as the process lives. Signals are handled on this thread, even if all others block them.
    public static func park() -> Never {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        while true { unsafe sigsuspend(&none) }
    }
}
