import Foundation
import Glibc
import TestSupport
import Testing

@testable import LinuxProcess

@Suite struct PendingSignalsTests {
    private func bits(_ signals: [Int32]) -> UInt64 {
        signals.reduce(0) { $0 | 1 << UInt64($1 - 1) }
    }

    @Test(
        arguments: [
            // Pending, blocked, ignored, caught, and whether that ends the thread.
            ([SIGINT], [], [], [], true),
            ([SIGINT], [], [], [SIGINT], true),
            ([SIGTERM, SIGALRM], [], [], [SIGALRM, SIGTERM], true),
            ([SIGHUP], [], [], [SIGHUP], true),
            ([SIGQUIT], [], [], [SIGQUIT], true),
            ([SIGKILL], [SIGKILL], [], [], true),
            // No handler, and the default is to end the process.
            ([SIGALRM], [], [], [], true),
            ([SIGUSR1], [], [], [], true),
            ([SIGABRT], [], [], [], true),
            // A handler; somebody asked for SA_RESTART or lives with EINTR.
            ([SIGALRM], [], [], [SIGALRM], false),
            ([SIGURG, SIGPROF, SIGUSR2], [], [], [SIGURG, SIGPROF, SIGUSR2], false),
            // No handler, and the default does nothing, or stops and continues.
            ([SIGCHLD, SIGWINCH, SIGURG, SIGCONT], [], [], [], false),
            ([SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU], [], [], [], false),
            // What cannot be delivered now ends nobody.
            ([SIGTERM], [SIGTERM], [], [SIGALRM], false),
            ([SIGHUP], [], [SIGHUP], [], false),
            ([], [], [], [], false),
        ] as [([Int32], [Int32], [Int32], [Int32], Bool)])
    func `which signals end a thread`(
        pending: [Int32], blocked: [Int32], ignored: [Int32], caught: [Int32], ends: Bool
    ) throws {
        func line(_ name: String, _ signals: [Int32]) -> String {
            let digits = String(bits(signals), radix: 16)
            return "\(name):\t\(String(repeating: "0", count: 16 - digits.count))\(digits)\n"
        }
        for (own, shared) in [(pending, []), ([], pending)] {
            let status =
                line("SigPnd", own) + line("ShdPnd", shared) + line("SigBlk", blocked)
                + line("SigIgn", ignored) + line("SigCgt", caught)
            let signals = try #require(
                PendingSignals("Name:\tcat\nSigQ:\t1/63449\n\(status)CapInh:\t0000000000000000\n"))
            #expect(signals.endThread == ends)
        }
    }

    @Test func `a status without its signals is none`() {
        #expect(PendingSignals("Name:\tcat\nSigPnd:\t0000000000000000\n") == nil)
        #expect(PendingSignals("") == nil)
    }

    @Test func `this thread goes on, and one that cannot be seen counts as ending`() {
        #expect(!PendingSignals.endThread(getpid()))
        #expect(PendingSignals.endThread(0))
        #expect(PendingSignals.endThread(.max))
    }

    /// A large directory service gives its users so many; only root can give them to a process here.
    @Test(.enabled(if: geteuid() == 0))
    func `the signals of a user who is in thousands of groups are seen`() async throws {
        let groups = (100_000..<103_000).map { "\($0)" }.joined(separator: ",")
        let program = try PipedProcess(
            ["setpriv", "--groups", groups, "sh", "-c", "echo $$; read end"], environment: ["PATH": "/usr/bin:/bin"])
        let id = try #require(try program.line().flatMap { Int32($0) })
        #expect(PendingSignals(threadID: id)?.endThread == false)
        try program.input.close()
        _ = await program.end()
    }
}
