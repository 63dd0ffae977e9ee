import ArgumentParser
import Foundation
import Testing

@testable import placesfs

/// Commands without a mount find what a mount has left as `mount` finds it: the same table for both.
@Suite struct StoredOptionsTests {
    /// How a setting can be given. Each writes what it needs below `folder`.
    enum Way: CaseIterable {
        case option, mountOption, namedFile, namedByMountOption, ownFile, systemFile, environment

        /// Gives the state folder `folder/s` and the cache folder `folder/c`.
        func prepare(in folder: String) throws -> (arguments: [String], environment: [String: String]) {
            let lines = "state-dir = \(folder)/s\ncache-dir = \(folder)/c\n"
            func write(_ path: String) throws -> String {
                let url = URL(fileURLWithPath: folder + "/" + path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(lines.utf8).write(to: url)
                return url.path
            }
            switch self {
            case .option: return (["--state-dir", folder + "/s", "--cache-dir", folder + "/c"], [:])
            case .mountOption: return (["-o", "state_dir=\(folder)/s,cache_dir=\(folder)/c"], [:])
            case .namedFile: return (["--config", try write("third")], [:])
            case .namedByMountOption: return (["-o", "config=" + (try write("third"))], [:])
            case .ownFile:
                _ = try write("home/.config/placesfs/config")
                return ([], [:])
            case .systemFile:
                _ = try write("etc/config")
                return ([], [:])
            case .environment:
                return ([], ["XDG_DATA_HOME": folder + "/s", "XDG_CACHE_HOME": folder + "/c"])
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `state and cache are those of a mount that is configured in the same way`(_ way: Way) throws {
        try withTemporaryFolder { folder in
            let (arguments, more) = try way.prepare(in: folder)
            let environment = ["HOME": folder + "/home"].merging(more) { $1 }
            let base = BaseDirectories(
                environment: environment, userID: 1000, home: "/nonexistent", system: folder + "/etc")
            let configuration = try MountArguments.parse(arguments).configuration(
                environment: environment, base: base
            ).0
            let mounted = SourceDirectories(configuration, source: .commons, base: base)
            let found = try StoredOptions.parse(arguments + ["--source", "commons"]).folders(
                environment: environment, base: base)
            let name = try #require(found.name)
            #expect("\(found.state)/\(name)" == mounted.state && "\(found.cache)/\(name)" == mounted.cache)
            #expect(found.state.hasPrefix(folder + "/s") && found.cache.hasPrefix(folder + "/c"))
        }
    }

    private func name(_ arguments: [String], file: String = "") throws -> String? {
        try withTemporaryFolder { folder in
            try Data(file.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
            let base = BaseDirectories(
                environment: ["HOME": folder], userID: 1000, home: folder, system: folder + "/etc")
            return try StoredOptions.parse(arguments + ["--config", folder + "/config"]).folders(
                environment: [:], base: base
            ).name
        }
    }

    @Test func `a source is the one at the address that is configured`() throws {
        let plain = try name(["--source", "flickr"])
        let file = "api-base = http://127.0.0.1:1/\n"
        let other = try name(["--source", "flickr"], file: file)
        #expect(plain == "flickr" && other?.hasPrefix("flickr-") == true)
        #expect(try name(["--source", "flickr", "--api-base", "http://127.0.0.1:1"]) == other)
        #expect(try name(["-o", "source=flickr"], file: file) == other)
        #expect(try name(["--api-base", "http://127.0.0.1:1"]) == other)
        #expect(try name(["--source", "flickr", "--api-base", "none"], file: file) == "flickr")
        #expect(try name(["--source", "sample"], file: file) == "sample")
        #expect(try name(["--source", "flickr-0123"]) == "flickr-0123")
    }

    @Test func `the source that a file names is no choice: others were mounted, too`() throws {
        #expect(try name([], file: "source = sample\n") == nil)
        #expect(try name([]) == nil)
    }

    @Test func `a configuration that a mount refuses is refused`() {
        let failure = #expect(throws: CommandFailure.self) { try name([], file: "cache-sise = 1G\n") }
        #expect(failure?.status == .configuration)
    }
}
