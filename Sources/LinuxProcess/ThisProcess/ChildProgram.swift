import Glibc

/// Another program that runs to its end, with an empty input, and of whose outputs one is read.
///
/// Foundation's `Process` closes 256 descriptors in the child, and cannot start one where fewer may be open (ulimit
/// -n).
public enum ChildProgram {
    public enum Stream: Sendable {
        case output, error
    }

    /// Starts a program and waits until it has ended. Blocks.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: Its arguments, without its name.
    ///   - stream: What is read of it; the rest goes nowhere.
    /// - Returns: Its exit status, or 128 plus the number of the signal that ended it, and what it wrote.
    /// - Throws: What pipe(2) or posix_spawn(3) say.
    public static func run(
        _ path: String, _ arguments: [String], reading stream: Stream
    ) throws(Errno) -> (status: Int32, bytes: [UInt8]) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        defer { close(readEnd) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process = Result { () throws(Errno) in
            try spawn(path, arguments, stream == .output ? STDOUT_FILENO : STDERR_FILENO, writeEnd)
        }
        close(writeEnd)
        let processID = try process.get()
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(readEnd, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return (DetachedProcess.exitStatus(of: processID), bytes)
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ read: Int32, _ writeEnd: Int32
    ) throws(Errno) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            if descriptor == read {
                unsafe posix_spawn_file_actions_adddup2(&actions, writeEnd, descriptor)
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, path, &actions, nil, words + [nil], environ)
        guard code == 0 else { throw Errno(rawValue: code) }
        return process
    }
}
