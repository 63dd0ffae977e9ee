import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// Paths in a stopped mount that are no argument: they come from options, the environment or a configuration file.
@Suite("Paths in a mount that does not answer", .enabled(if: Repository.canMount))
struct StoppedPathsTests {
    /// M is the stopped mount, H the home, and L a link to the mount.
    private static func said(
        _ words: String, _ home: Home, _ daemon: Int32, in environment: [String: String] = [:]
    ) async throws -> CommandResult {
        func whole(_ word: String) -> String {
            word.replacing(/\b[MHL](?=\/|$)/) { match in
                switch match.output {
                case "M": home.mountpoint
                case "H": home.path
                default: home.path + "/link"
                }
            }
        }
        let begun = ContinuousClock.now
        let result = try await ChildProcess(
            [Repository.placesfs] + words.split(separator: " ").map { whole(String($0)) },
            environment: home.environment.merging(environment.mapValues(whole)) { $1 }, directory: home.path,
            timeout: .seconds(30)
        ).result()
        #expect(begun.duration(to: .now) < FrozenDaemonTests.bound, "\(words) \(environment)")
        let text = result.errors + result.text
        #expect(text.contains("(process \(daemon), stopped) does not answer"), "\(words) \(environment): \(text)")
        return result
    }

    private static func world(_ body: (Home, Int32) async throws -> Void) async throws {
        try await FrozenDaemonTests.stopped { home, daemon in
            for name in ["other", "full"] {
                try FileManager.default.createDirectory(
                    atPath: "\(home.path)/\(name)", withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(
                atPath: home.path + "/link", withDestinationPath: home.mountpoint)
            try await body(home, daemon)
            #expect(home.isMounted() && home.isRunning(daemon), "a command that looks ends nothing")
        }
    }

    @Test(.proves("A daemon is stopped or"))
    func `an option that names a path in a stopped mount is answered at once`() async throws {
        try await Self.world { home, daemon in
            let sample = "mount --source sample --state-dir H/s --cache-dir H/c"
            for words in [
                "mount --from M H/other", "mount --from M/places/France H/other", "mount --from L/places H/other",
                "\(sample) --config M/c H/other", "\(sample) --log-file M/log H/other",
                "\(sample) --leaflet-dir M/places H/other", "\(sample) --cache-dir L/c H/other",
                "\(sample) --state-dir M/c H/other", "\(sample) -o config=M/c H/other",
                "handout H/full -o M/x.zip", "places --from M/places", "search --from M sunset",
                "cache show --state-dir M/c", "mount --make --source sample H/other/new --cache-dir M/c",
            ] {
                let result = try await Self.said(words, home, daemon)
                #expect(result.status == 19, "\(words): \(result.errors)")
            }
            #expect(try await Self.said("doctor --config M/c", home, daemon).status == 50)
        }
    }

    @Test(.proves("A daemon is stopped or"))
    func `a path of the environment or of a configuration file is answered at once, too`() async throws {
        try await Self.world { home, daemon in
            for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
                let result = try await Self.said(
                    "mount --source sample H/other", home, daemon, in: [name: "M/places"])
                #expect(result.status == 19, "\(name): \(result.errors)")
            }
            try Data("cache-dir = \(home.mountpoint)/c\n".utf8).write(to: URL(filePath: home.path + "/config"))
            for words in ["cache show --config H/config", "search --source sample --config H/config sunset"] {
                #expect(try await Self.said(words, home, daemon).status == 19)
            }
        }
    }
}
