internal import CProcess
import Glibc

/// A look at a path that may lie in a mount whose program hangs. A child process looks: a system call that waits for
/// such a program cannot always be interrupted, and a thread that waits in one keeps its own process from ending. A
/// child that does not answer in time is killed and left behind.
public final class BoundedLook {
    private let child: pid_t
    private let report: Int32
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// Asks the file system of `path` for its statistics (statfs(2)): its program always has to answer that itself.
    ///
    /// - Throws: What pipe(2) or fork(2) say.
    public static func statistics(of path: String) throws(Errno) -> BoundedLook {
        try BoundedLook(path, reads: false)
    }

    /// The bytes of the file at `path`.
    ///
    /// - Throws: ETIMEDOUT when they did not come within `patience`, or what a system call said.
    public static func content(of path: String, within patience: Duration) throws(Errno) -> [UInt8] {
        let look = try BoundedLook(path, reads: true)
        guard let outcome = look.outcome(within: patience) else { throw .timedOut }
        guard outcome.rawValue == 0 else { throw outcome }
        return look.bytes.dropLast(MemoryLayout<Int32>.size)
    }

    private init(_ path: String, reads: Bool) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        // Programs that are started in the meantime must not keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        child = unsafe cprocess_look(path, reads ? 1 : 0, ends[1])
        let code = errno
        close(ends[1])
        report = ends[0]
        guard child < 0 else { return }
        close(report)
        throw Errno(rawValue: code)
    }

    deinit {
        if !hasEnded, child > 0 {
            kill(child, SIGKILL)
            // Most end of that at once; what does not is reaped by init(1) after this process.
            _ = wait(until: .now + .milliseconds(50))
        }
        if child > 0 { close(report) }
    }

    /// The errno of the look, 0 if it succeeded; nil when it has not ended within `patience`. May be asked again then.
    public func outcome(within patience: Duration) -> Errno? {
        guard wait(until: .now + patience) else { return nil }
        let size = MemoryLayout<Int32>.size
        guard bytes.count >= size else { return .inputOutput }
        return Errno(rawValue: unsafe bytes.suffix(size).withUnsafeBytes { unsafe $0.loadUnaligned(as: Int32.self) })
    }

    /// Reads until the child has closed its end; false at the deadline.
    private func wait(until deadline: ContinuousClock.Instant) -> Bool {
        var piece = [UInt8](repeating: 0, count: 16384)
        while !hasEnded {
            let left = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
            var polled = [pollfd(fd: report, events: Int16(POLLIN), revents: 0)]
            let ready = unsafe poll(&polled, 1, Int32(clamping: milliseconds))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            let count = unsafe read(report, &piece, piece.count)
            if count > 0 {
                bytes += piece[..<count]
            } else if count == 0 || errno != EINTR {
                hasEnded = true
                while waitpid(child, nil, 0) < 0 && errno == EINTR {}
            }
        }
        return true
    }
}
