import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// The key is `test-key`, and is looked for in everything that a session with failures wrote or showed.
@Suite("The API key is nowhere to be read", .enabled(if: Repository.canMount))
struct SecretTests {
    private static let key = "test-key"

    /// Trace says what debug says, and more.
    @Test(.proves("The API key")) func `the key is nowhere after refusals, redirects, failures and commands`()
        async throws
    {
        let numbered = NumberedLibrary(places: 3, photosPerPlace: 6)
        var configuration = numbered.configuration
        configuration.apiKey = Self.key
        let options = ["--log-level", "trace", "--retries", "1", "--retry-pause", "50ms"]
        try await TestMount.run(configuration, options: options) { mount in
            try await Self.lookAround(mount, withCommands: true)
            let read = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(0))\" - < /dev/null")
            #expect(!read.errors.contains("denied"), "the key was sent, and is the right one: \(read.errors)")
            #expect(mount.simulator.ledger.imageRequests > 0)
            for (effect, match) in Self.failures(mount) {
                let fault = mount.simulator.faults.add(effect, on: match)
                try await Self.lookAround(mount)
                mount.simulator.faults.remove(fault)
            }
            await mount.simulator.stop()
            try await Self.lookAround(mount, withCommands: true)

            let daemon = try await mount.daemon()
            let line = try String(contentsOfFile: "/proc/\(daemon)/cmdline", encoding: .utf8)
            #expect(line.contains("--api-base") && !line.contains(Self.key))
            let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(daemon)/environ"))
            #expect(
                environment.range(of: Data("HOME=".utf8)) != nil && environment.range(of: Data(Self.key.utf8)) == nil)
            #expect(!mount.log.isEmpty)
            try await Self.expectNowhere(mount)
            try await mount.unmount()
            try await Self.expectNowhere(mount)
        }
    }

    @Test(.proves("The API key")) func `a key that the source refuses is not repeated`() async throws {
        var configuration = NumberedLibrary(photosPerPlace: 3).configuration
        configuration.apiKey = "another"
        try await TestMount.run(configuration, options: ["--log-level", "trace"]) { mount in
            let refused = try await mount.shell("ls \"$M/places/France/Paris\"")
            #expect(refused.errors.contains("Permission denied"), "\(refused.errors)")
            try await Self.lookAround(mount, withCommands: true)
            try await Self.expectNowhere(mount)
        }
    }

    @Test(.proves("The API key")) func `commands that fail do not repeat it`() async throws {
        try await Home.run { home in
            let folder = home.path + "/.config/placesfs"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = folder + "/config"
            for text in [
                "flickr-api-key = \(Self.key)\nnonsense = 1\n", "flickr-api-key = \(Self.key) \(Self.key)\n",
                "flickr-api-key \(Self.key)\n",
            ] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                for mode in [0o600, 0o644] {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                    for arguments in [
                        ["mount", "--config", file, home.path + "/none"],
                        ["doctor", "--config", file] + Home.offline,
                        ["doctor"] + Home.offline,
                        ["mount", "--config", file, "-o", "flickr_api_key=\(Self.key)", home.mountpoint],
                    ] {
                        let result = try await home.command(arguments, ["FLICKR_API_KEY": Self.key])
                        #expect(!(result.text + result.errors).contains(Self.key), "\(arguments): \(result.errors)")
                    }
                }
            }
        }
    }

    @Test(.proves("The API key"))
    func `neither a daemon's environment nor that of what it starts has it, in the foreground too`() async throws {
        try await Home.run { home in
            let tools = home.path + "/bin"
            try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
            // What libfuse and unmount start notes what it was given.
            let tool = "#!/bin/sh\nenv >> '\(home.path)/seen'\nexec /usr/bin/fusermount3 \"$@\"\n"
            try Data(tool.utf8).write(to: URL(fileURLWithPath: tools + "/fusermount3"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/fusermount3")
            let path = ["PATH": tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")]
            let secret = Home.key["FLICKR_API_KEY"] ?? ""
            let proxy = ["https_proxy": "http://user:proxy-word@127.0.0.1:1"]
            for foreground in [[], ["-f"]] {
                let mounting = try home.start(
                    ["mount"] + Home.offline + foreground + [home.mountpoint],
                    Home.key.merging(path.merging(proxy) { $1 }) { $1 })
                let clock = ContinuousClock()
                let deadline = clock.now + .seconds(20)
                while !home.isMounted(), clock.now < deadline { try await clock.sleep(for: .milliseconds(20)) }
                // The command looks at the mount before it ends.
                if foreground.isEmpty { #expect(await mounting.result().status == 0) }
                let daemon = try home.daemon()
                let environment = try Data(contentsOf: URL(fileURLWithPath: "/proc/\(daemon)/environ"))
                #expect(environment.range(of: Data("HOME=".utf8)) != nil)
                #expect(environment.range(of: Data(secret.utf8)) == nil, "\(foreground)")
                #expect(environment.range(of: Data("proxy-word".utf8)) == nil, "\(foreground)")
                let ended = try await home.command(["unmount", home.mountpoint], Home.key.merging(path) { $1 })
                #expect(ended.status == 0, "\(ended.errors)")
                if !foreground.isEmpty { #expect(await mounting.result().status == 0) }
            }
            let seen = try String(contentsOfFile: home.path + "/seen", encoding: .utf8)
            #expect(seen.contains("HOME=") && !seen.contains(secret))
        }
    }

    @Test(.proves("The API key")) func `no core file can hold it`() async throws {
        try await Home.run { home in
            let mounted = try await ChildProcess(
                ["bash", "-c", "ulimit -c unlimited; exec \"$@\"", "bash", Repository.placesfs, "mount"]
                    + Home.offline + [home.mountpoint],
                environment: home.environment.merging(Home.key) { $1 }, directory: home.path
            ).result()
            #expect(mounted.status == 0, "\(mounted.errors)")
            let limits = try String(contentsOfFile: "/proc/\(try home.daemon())/limits", encoding: .utf8)
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
            #expect(line.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"], "\(line)")
        }
    }

    private static func failures(_ mount: TestMount) -> [(Fault.Effect, Fault.Match)] {
        let elsewhere = "https://elsewhere.example/?api_key=\(key)"
        return [
            (.apiFailure(code: 100), .api), (.apiFailure(code: 0, message: "your key \(key) is bad"), .api),
            (.status(403), .everything), (.status(500), .everything), (.redirect(elsewhere), .everything),
            (.redirect("\(mount.simulator.apiBase)?api_key=\(key)&again=1"), .api), (.hangUp, .everything),
            (.redirect("https://\(key).elsewhere.example/"), .everything),
            (.garbageJSON, .api), (.htmlUnder200, .everything), (.photoUnavailable, .images),
        ]
    }

    /// Refreshes, reads, shows, and keeps in the scratch folder all that was shown.
    private static func lookAround(_ mount: TestMount, withCommands: Bool = false) async throws {
        let settings = """
            P="\(Repository.placesfs)" api="\(mount.simulator.apiBase)" images="\(mount.simulator.imageBase)"
            commands=\(withCommands)
            \(NumberedLibrary.towns(3))

            """
        _ = try await mount.shell(
            settings + Script.text("Command/look-around.sh"), timeout: .seconds(180))
    }

    private static func expectNowhere(_ mount: TestMount) async throws {
        let found = try await mount.shell("grep -rlaF \"\(key)\" \"$HOME\" \"$T\"")
        #expect(found.status == 1 && found.text == "", "\(found.text)")
        let looked = try await mount.shell(
            "cat \"$T\"/shown-* | grep -c .; find \"$HOME\" -name catalog.sqlite | wc -l")
        #expect(looked.lines.last == "1" && (Int(looked.lines.first ?? "") ?? 0) > 20, "\(looked.text)")
    }
}
