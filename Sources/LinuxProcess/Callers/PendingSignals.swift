import Glibc

/// The signals of a thread as the kernel shows them in /proc/TID/status (proc(5)): bit 0 is signal 1.
package struct PendingSignals: Hashable, Sendable {
    /// Sent to this thread, or to its whole process.
    var pending: UInt64 = 0
    var blocked: UInt64 = 0
    var ignored: UInt64 = 0
    var caught: UInt64 = 0

    /// Whether one of the pending signals is meant to end the thread: HUP, INT, QUIT, TERM and KILL even with a
    /// handler, and any other signal that has no handler and ends a process by default. When a whole process is ended,
    /// each of its threads has KILL pending.
    package var endThread: Bool {
        let acting = pending & ~(blocked & ~Self.mask([SIGKILL])) & ~ignored
        let byDefault = acting & ~caught & ~Self.harmlessByDefault
        return acting & Self.meantToEnd != 0 || byDefault != 0
    }

    /// Whether a signal meant to end thread `threadID` is pending. Also true if the thread cannot be seen (0: another
    /// pid namespace; /proc mounted with hidepid): a spurious EINTR is better than a reader that nothing can stop.
    package static func endThread(_ threadID: Int32) -> Bool {
        PendingSignals(threadID: threadID)?.endThread ?? true
    }

    /// Nil if the thread cannot be seen.
    package init?(threadID: Int32) {
        guard let status = ProcessFiles.status(of: threadID) else { return nil }
        self.init(status)
    }

    /// - Parameter status: The text of /proc/TID/status.
    init?(_ status: String) {
        var found = 0
        for line in status.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":"),
                let bits = UInt64(line[line.index(after: colon)...].drop { $0 == "\t" || $0 == " " }, radix: 16)
            else { continue }
            found += 1
            switch line[..<colon] {
            case "SigPnd", "ShdPnd": pending |= bits
            case "SigBlk": blocked = bits
            case "SigIgn": ignored = bits
            case "SigCgt": caught = bits
            default: found -= 1
            }
        }
        guard found == 5 else { return nil }
    }

    private static let meantToEnd = mask([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGKILL])
    /// Signals that by default are ignored, or stop or continue a process (signal(7)).
    private static let harmlessByDefault =
        mask([SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU])

    private static func mask(_ signals: [Int32]) -> UInt64 {
        signals.reduce(0) { $0 | 1 << UInt64($1 - 1) }
    }
}
