import Foundation
import Glibc
import TestSupport
import Testing

/// Each command that works without a mount, with each way to say where state and cache are.
@Suite("Commands find what a mount has as it does", .enabled(if: Repository.canMount))
struct ConfiguredCommandsTests {
    enum Way: CaseIterable {
        case option, mountOption, namedFile, namedByMountOption, ownFile, environment
    }

    /// What comes behind `mount` and each command; a file or a variable says the rest.
    private static func prepare(_ way: Way, _ home: Home) throws -> (arguments: [String], environment: [String: String])
    {
        let (state, cache) = (home.path + "/other/s", home.path + "/other/c")
        let lines = "state-dir = \(state)\ncache-dir = \(cache)\n"
        func write(_ path: String) throws -> String {
            let url = URL(fileURLWithPath: home.path + "/" + path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(lines.utf8).write(to: url)
            return url.path
        }
        switch way {
        case .option: return (["--state-dir", state, "--cache-dir", cache], [:])
        case .mountOption: return (["-o", "state_dir=\(state),cache_dir=\(cache)"], [:])
        case .namedFile: return (["--config", try write("third")], [:])
        case .namedByMountOption: return (["-o", "config=" + (try write("third"))], [:])
        case .ownFile:
            _ = try write(".config/placesfs/config")
            return ([], [:])
        case .environment: return ([], ["XDG_DATA_HOME": state, "XDG_CACHE_HOME": cache])
        }
    }

    @Test(arguments: Way.allCases)
    func `show, verify, forget, credits and clear look where the mount was told to keep its files`(
        _ way: Way
    ) async throws {
        try await Home.run { home in
            let (given, environment) = try Self.prepare(way, home)
            func run(_ words: String...) async throws -> CommandResult {
                try await home.command(words + given, environment)
            }
            #expect(
                try await home.command(
                    ["mount", "--source", "sample", "--embed", "none"] + given + [home.mountpoint], environment
                ).status == 0)
            let place = home.mountpoint + "/places/France/Paris/"
            let copy = home.path + "/copy.jpg"
            try FileManager.default.contents(atPath: place + "Red mill.jpg").map {
                try $0.write(to: URL(fileURLWithPath: copy))
            }
            let id = try await ChildProcess(
                ["getfattr", "--only-values", "-n", "user.places.id", place + "Red mill.jpg"]
            ).result().text
            #expect(FileManager.default.contents(atPath: place + "Pont Neuf in the mist.jpg") != nil)
            #expect(try await home.command(["unmount", home.mountpoint], environment).status == 0)

            #expect(try await run("cache", "show").text.hasPrefix("sample: 2 photos"))
            #expect(try await run("cache", "verify").text.hasPrefix("sample: 2 photos"))
            let credits = try await run("credits", copy)
            #expect(credits.status == 0 && credits.text.contains("Red mill"), "\(credits)")
            let forgotten = try await run("cache", "forget", id)
            #expect(forgotten.text == "forgot photo \(id) of sample", "\(forgotten)")
            #expect(try await run("cache", "clear").text.hasPrefix("sample: removed 1 photo"))
            #expect(
                try await home.command(["cache", "show"]).text.hasPrefix("nothing is cached in ") == (way != .ownFile))
        }
    }

    /// `/etc/placesfs/config`, in a copy of /etc that only this test sees.
    @Test(.enabled(if: geteuid() == 0, "only root can put another /etc over the real one"))
    func `the administrator's file counts for all of them`() async throws {
        try await Home.run { home in
            let result = try await ChildProcess(
                [
                    "unshare", "--mount", "--propagation", "private", "bash", "-ec",
                    """
                    mkdir etc; cp -a /etc/passwd /etc/group /etc/nsswitch.conf /etc/fuse.conf /etc/ld.so.cache etc/
                    mkdir etc/placesfs; printf 'state-dir = %s/s\\ncache-dir = %s/c\\n' "$PWD" "$PWD" > etc/placesfs/config
                    mount --bind etc /etc
                    "$1" mount --source sample --embed none "$2"; cp "$2/places/France/Paris/Red mill.jpg" .
                    "$1" unmount "$2"
                    "$1" cache show; "$1" cache verify; "$1" credits 'Red mill.jpg'; "$1" cache clear
                    """, "bash", Repository.placesfs, home.mountpoint,
                ], environment: home.environment, directory: home.path
            ).result()
            #expect(result.status == 0, "\(result)")
            #expect(result.lines.count == 4 && result.lines[0].hasPrefix("sample: 1 photo"), "\(result)")
            #expect(result.lines[2].contains("Red mill") && result.lines[3].hasPrefix("sample: removed 1 photo"))
        }
    }

    @Test func `clear empties what is free, and names what is in use and where`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let daemon = try home.daemon()
            let free = home.path + "/.cache/placesfs/commons"
            try FileManager.default.createDirectory(atPath: free, withIntermediateDirectories: true)
            try Data("placesfs photo cache 1\n".utf8).write(to: URL(fileURLWithPath: free + "/format"))
            try Data(repeating: 7, count: 2048).write(to: URL(fileURLWithPath: free + "/123,b.photo"))
            let later = home.path + "/.cache/placesfs/zoo"
            try FileManager.default.copyItem(atPath: free, toPath: later)

            let cleared = try await home.command(["cache", "clear"])
            #expect(cleared.status == 33)
            #expect(cleared.lines.map { String($0.prefix { $0 != ":" }) } == ["commons", "zoo"], "\(cleared)")
            let remedy = "in use at \(home.mountpoint) (process \(daemon)); first: placesfs unmount "
            #expect(cleared.errors.contains("sample: this cache is \(remedy)\(home.mountpoint)"), "\(cleared)")
            #expect(!cleared.errors.contains("--state-dir") && cleared.errors.count { $0 == "\n" } == 1)
            #expect(!FileManager.default.fileExists(atPath: free + "/123,b.photo"))
            #expect(!FileManager.default.fileExists(atPath: later + "/123,b.photo"))
        }
    }

    @Test func `a mountpoint behind show, clear or verify is told what to type instead`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            for command in ["show", "clear", "verify"] {
                let refused = try await home.command(["cache", command, home.mountpoint])
                #expect(refused.status == 2)
                #expect(refused.errors.contains("placesfs cache \(command) --source sample"), "\(refused)")
                #expect(refused.errors.contains("placesfs unmount \(home.mountpoint) &&") == (command == "clear"))
            }
            let other = try await home.command(["cache", "clear", home.path])
            #expect(other.status == 2 && other.errors.contains("--source NAME"), "\(other)")
            #expect(try await home.command(["cache", "clear", "--help"]).text.contains("paths") == false)
        }
    }
}
