import Foundation
import Promises
import TestSupport
import Testing

@Suite("A start that somebody ends", .enabled(if: Repository.canMount))
struct StartTests {
    /// The state's lock is held, so that the daemon waits for it until it is let go. A shell has what it starts in the
    /// background ignore SIGINT; env(1) undoes that.
    private static let script = """
        mkdir -p -m 700 "$HOME/.local/share/placesfs"
        exec 8> "$HOME/.local/share/placesfs/sample.lock"
        flock 8
        printf '1\\n/nowhere\\n' >&8
        env --default-signal=INT "$0" mount --source sample "$M" 8>&- &
        until daemon=$(pgrep -P $!); do sleep 0.01; done
        kill -$1 $!
        wait $!
        echo "status $?"
        exec 8>&-
        for try in $(seq 250); do
            [ -e /proc/$daemon ] && ! grep -q ' Z ' /proc/$daemon/stat || break
            grep -q " $M " /proc/self/mountinfo && break
            sleep 0.02
        done
        grep -q " $M " /proc/self/mountinfo && echo mounted
        [ -e /proc/$daemon ] && ! grep -q ' Z ' /proc/$daemon/stat && echo "lives on"
        exit 0
        """

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
            #expect(try await home.command(["unmount", home.mountpoint]).status == 0)
        }
    }

    @Test(.proves("`placesfs mount` is ended"))
    func `at any moment, what was ended has mounted nothing`() async throws {
        try await Home.run { home in
            for milliseconds in stride(from: 5, through: 405, by: 40) {
                let ended = try await ChildProcess(
                    [
                        "timeout", "\(Double(milliseconds) / 1000)", Repository.placesfs, "mount",
                        "--source", "sample", home.mountpoint,
                    ], environment: home.environment
                ).result()
                let daemon = (try? home.daemon()) ?? -1
                if ended.status == 124 {
                    if daemon > 0 { #expect(try await home.ends(daemon)) }
                    #expect(!home.isMounted(), "after \(milliseconds) ms")
                } else {
                    #expect(ended.status == 0 && home.isMounted(), "\(ended.errors)")
                    #expect(try await home.command(["unmount", home.mountpoint]).status == 0)
                }
            }
        }
    }
}
