import Foundation
import Glibc
import Promises
import TestSupport
import Testing

@Suite("A start that somebody ends", .enabled(if: Repository.canMount))
struct StartTests {
    /// The state's lock is held, so that the daemon waits for it until it is let go. A shell has what it starts in the
    /// background ignore SIGINT; env(1) undoes that.
    private static let script = Script.text("Life/start.sh")

    @Test(.proves("`placesfs mount` is ended"), arguments: ["TERM", "INT", "KILL"])
    func `a mount whose command was ended is never there, and its daemon neither`(signal: String) async throws {
        try await Home.run { home in
            let environment = home.environment.merging(["M": home.mountpoint]) { $1 }
            let run = try ChildProcess(
                ["bash", "-c", Self.script, Repository.placesfs, signal], environment: environment,
                timeout: .seconds(60))
            let result = await run.result()
            let number = ["TERM": 15, "INT": 2, "KILL": 9][signal] ?? 0
            #expect(result.lines == ["status \(128 + number)"], "\(result.text)\(result.errors)")
            #expect(!home.isMounted())
            let again = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(again.status == 0, "\(again.errors)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test(.proves("`placesfs mount` is ended"))
    func `a start that was ended at any moment has mounted nothing`() async throws {
        try await Home.run { home in
            for milliseconds in stride(from: 5, through: 405, by: 40) {
                let ended = try await ChildProcess(
                    [
                        "timeout", "\(Double(milliseconds) / 1000)", Repository.placesfs, "mount",
                        "--source", "sample", home.mountpoint,
                    ], environment: home.environment
                ).result()
                // By the lock's file it is not known before it has the lock.
                let daemons = TestMount.daemons(of: home.mountpoint).compactMap { Int32($0) }
                if ended.status == 124 {
                    // Or the command was ended on its way out, when the mount had answered and the daemon was let go.
                    if try await isLetGo(daemons, in: home) {
                        #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
                    }
                    for daemon in daemons {
                        #expect(try await home.ends(daemon))
                    }
                    #expect(!home.isMounted(), "after \(milliseconds) ms")
                } else {
                    #expect(ended.status == 0 && home.isMounted(), "\(ended.errors)")
                    #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
                }
            }
        }
    }

    /// Whether one of the daemons leads a session of its own, as soon as that is so or all have ended.
    private func isLetGo(_ daemons: [Int32], in home: Home) async throws -> Bool {
        for _ in 0..<1000 where daemons.contains(where: home.isRunning) {
            if daemons.contains(where: { getsid($0) == $0 }) { return true }
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        return false
    }
}
