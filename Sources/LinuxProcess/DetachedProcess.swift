internal import CProcess
import FoundationEssentials
import Glibc

/// A second process that goes on apart from this one: in a session of its own, so that neither Ctrl-C nor the end of the
/// terminal reaches it, without our open files. What it writes to its standard output comes to us: a daemon reports there,
/// once, that it is ready or why not, and then closes it.
///
/// This is how a mount goes to the background. libfuse's own `fuse_daemonize` lets the parent return before the mount
/// answers; a program started anew would be loaded, and would read its options, twice.
public struct DetachedProcess: Sendable {
    public let processID: Int32
    private let report: Int32

    /// Goes on in two processes, as fork(2) does. A thread of ours would be missing in the second one, so this is for a
    /// program that has made none yet: no task, no queue.
    ///
    /// The second one begins with every signal at its default and none blocked, with nothing to read, and with our
    /// standard error.
    ///
    /// - Parameters:
    ///   - name: What ps(1) calls it, at most 15 bytes.
    ///   - inherited: An open file that it is to have beside the three standard ones.
    /// - Returns: The second process, in the first; nil in the second.
    /// - Throws: What pipe(2) or fork(2) say.
    public static func fork(named name: StaticString, keeping inherited: Int32? = nil) throws(Errno) -> Self? {
        assert(isOnlyThread, "what made a thread goes after this")
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
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
        // Two links of its own, and one for each thread.
        return unsafe stat("/proc/self/task", &facts) != 0 || facts.st_nlink <= 3
    }

    private static func detach(_ name: StaticString, reportingTo writeEnd: Int32, keeping inherited: Int32?) {
        setsid()
        name.withUTF8Buffer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { name in
                if let name = name.baseAddress { _ = unsafe pthread_setname_np(pthread_self(), name) }
            }
        }
        // A shell that starts us in the background may have SIGINT ignored, and a mask is inherited too.
        for number in 1...64 { _ = signal(Int32(number), SIG_DFL) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)

        dup2(writeEnd, STDOUT_FILENO)
        let null = unsafe open("/dev/null", O_RDONLY)
        dup2(null, STDIN_FILENO)
        // Our open files, and those that a shell handed to us without need, are not for a process that lives for days.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for case let descriptor? in names.map({ Int32($0) })
        where descriptor > STDERR_FILENO && descriptor != inherited {
            close(descriptor)
        }
    }

    /// Waits until the process has closed its standard output, or ended. Call it once.
    ///
    /// - Returns: What it wrote there.
    public func readReport() -> String {
        defer { close(report) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(report, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }

    /// Waits for the process to end.
    ///
    /// - Returns: Its exit status, or 128 and the signal that ended it, as shells count.
    public func waitForExit() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(processID, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        // WIFSIGNALED and WEXITSTATUS of wait(2), which are macros.
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// The thread that a program begins with, when the work is left to others.
public enum FirstThread {
    /// Sleeps for as long as the process lives; signals are handled here, whatever other threads block.
    public static func park() -> Never {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        while true { unsafe sigsuspend(&none) }
    }
}
