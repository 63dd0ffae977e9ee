internal import FoundationEssentials
import Glibc

/// A program started apart from this one: in a session of its own, so that neither Ctrl-C nor the end of the terminal
/// reaches it, without our open files, standard error on /dev/null. What it writes to its standard output
/// comes to us: a daemon reports there, once, that it is ready or why not, and then closes it.
///
/// This is how a mount goes to the background: fork(2) without exec is not for a process with threads, and libfuse's
/// own `fuse_daemonize` lets the parent return before the mount answers.
public struct DetachedProcess: Sendable {
    public let processID: Int32
    private let report: Int32

    /// Starts `executable` with our environment and working directory.
    ///
    /// - Parameters:
    ///   - executable: A path, not searched for.
    ///   - arguments: Without the program's own name.
    ///   - input: What it reads from its standard input, at most a pipe's 64 KiB: secrets, which others can read among
    ///     arguments and in an environment.
    ///   - inherited: An open file that it is to have under the same number.
    /// - Throws: What pipe2(2) or posix_spawn(3) say.
    public init(
        executable: String, arguments: [String], input: [UInt8] = [], inheriting inherited: Int32? = nil
    ) throws(Errno) {
        let inputEnd = try Self.pipe(holding: input)
        defer { close(inputEnd) }
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        defer { close(writeEnd) }
        Self.keepDescriptors()

        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, inputEnd, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, writeEnd, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Upon itself it only loses its close-on-exec flag.
        if let inherited { unsafe posix_spawn_file_actions_adddup2(&actions, inherited, inherited) }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // A shell that starts us in the background may have SIGINT ignored, and a mask is inherited too: the daemon
        // begins with every signal at its default.
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        // POSIX_SPAWN_SETSID, which <spawn.h> hides without _GNU_SOURCE.
        let ownSession: Int16 = 0x80
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | ownSession
        unsafe posix_spawnattr_setflags(&attributes, flags)

        var pointers = unsafe ([executable] + arguments).map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        var processID: pid_t = 0
        let code = unsafe posix_spawn(&processID, executable, &actions, &attributes, pointers, environ)
        guard code == 0 else {
            close(readEnd)
            throw Errno(rawValue: code)
        }
        self.processID = processID
        report = readEnd
    }

    /// The end to read `bytes` from; nobody has the other one.
    private static func pipe(holding bytes: [UInt8]) throws(Errno) -> Int32 {
        guard bytes.count <= 1 << 16 else { throw Errno(rawValue: E2BIG) }
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        defer { close(ends[1]) }
        guard unsafe write(ends[1], bytes, bytes.count) == bytes.count else {
            let code = errno
            close(ends[0])
            throw Errno(rawValue: code)
        }
        return ends[0]
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

    /// Our open files, and those that a shell handed to us without need, are not for a process that lives for days.
    private static func keepDescriptors() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for case let descriptor? in names.map({ Int32($0) }) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }
}
