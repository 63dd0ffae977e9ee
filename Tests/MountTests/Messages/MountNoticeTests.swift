import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// What `mount` says at once of a source that is not as it should be. The mount is there all the same.
@Suite("A mount tells of its source", .enabled(if: Repository.canMount)) struct MountNoticeTests {
    @Test func `mount says at once that Flickr refuses the key`() async throws {
        try await Home.run { home in
            try await Simulator.run(Simulator.Configuration(apiKey: "right-sesame")) { simulator in
                let hosts = ["--api-base", simulator.apiBase, "--image-base", simulator.imageBase]
                let mount = ["mount"] + hosts + [home.mountpoint]
                let refused = try await home.command(mount, ["FLICKR_API_KEY": "wrong-sesame"])
                #expect(refused.status == 0 && home.isMounted())
                #expect(
                    refused.errors.hasPrefix("placesfs: Flickr refuses your key (Invalid API Key"), "\(refused.errors)")
                #expect(refused.errors.contains("placesfs doctor helps") && !refused.errors.contains("sesame"))
                #expect(refused.errors.count { $0 == "\n" } == 1)
                #expect(simulator.ledger.count == 1, "the list of places told it")
                #expect(try await home.command(["unmount", home.mountpoint]).failure == "")

                let taken = try await home.command(mount, ["FLICKR_API_KEY": "right-sesame"])
                #expect(taken.status == 0 && taken.errors.isEmpty, "\(taken.errors)")
                #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
                let before = simulator.ledger.count
                let again = try await home.command(mount, ["FLICKR_API_KEY": "wrong-sesame"])
                #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
                #expect(simulator.ledger.count == before, "what is known costs no request")
            }
        }
    }

    @Test(arguments: ["flickr", "commons"])
    func `mount says at once that a source does not answer`(_ source: String) async throws {
        try await Home.run { home in
            let arguments = ["--source", source, "--contact", "me@example.org"] + Home.offline + [home.mountpoint]
            let told = try await home.command(["mount"] + arguments, Home.key)
            #expect(told.status == 0 && home.isMounted())
            let name = source == "flickr" ? "Flickr" : "Wikimedia Commons"
            #expect(told.errors.hasPrefix("placesfs: \(name) does not answer (not reachable: "), "\(told.errors)")
            #expect(told.errors.contains("the rest comes by itself") && told.errors.count { $0 == "\n" } == 1)
            // Not in the list of a mount's errors: nobody was refused anything.
            let status = try await home.command(["status", home.mountpoint])
            #expect(!status.text.contains("cannot answer"), "\(status.text)")
        }
    }

    @Test func `mount says at once that there is no network, though it has nothing to ask`() async throws {
        try await Home.run { home in
            let simulator = try await Simulator.start()
            let hosts = ["--api-base", simulator.apiBase, "--image-base", simulator.imageBase]
            let mount = ["mount"] + hosts + [home.mountpoint]
            let first = try await home.command(mount, Home.key)
            #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            await simulator.stop()
            let second = try await home.command(mount, Home.key)
            #expect(second.status == 0 && home.isMounted())
            #expect(second.errors.hasPrefix("placesfs: Flickr does not answer (not reachable: "), "\(second)")
            #expect(second.errors.count { $0 == "\n" } == 1)
        }
    }

    /// Nobody waits for a network that swallows everything.
    @Test func `mount does not wait for long for a source that is silent`() async throws {
        try await Home.run { home in
            try await Simulator.run { simulator in
                simulator.faults.add(.stallBeforeHead)
                let hosts = ["--api-base", simulator.apiBase, "--image-base", simulator.imageBase]
                let start = ContinuousClock.now
                let told = try await home.command(["mount"] + hosts + [home.mountpoint], Home.key)
                let waited = ContinuousClock.now - start
                #expect(told.status == 0 && home.isMounted())
                #expect(told.errors.hasPrefix("placesfs: Flickr does not answer (no answer within 3 s)"), "\(told)")
                // The request itself has 15 s, and four tries.
                #expect(waited >= .seconds(3) && waited < .seconds(14), "\(waited)")
                #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            }
        }
    }

    @Test func `mount of a Commons that answers says nothing and asks nothing for that`() async throws {
        try await Home.run { home in
            try await Simulator.run { simulator in
                let told = try await home.command([
                    "mount", "--source", "commons", "--contact", "me@example.org", "--api-base",
                    simulator.commonsBase, "--image-base", simulator.imageBase, home.mountpoint,
                ])
                #expect(told.status == 0 && told.errors.isEmpty, "\(told.errors)")
                #expect(!simulator.ledger.entries.contains { !$0.isOfSentPhotos }, "\(simulator.ledger.entries)")
            }
        }
    }

    @Test func `mount asks for a contact once`() async throws {
        try await Home.run { home in
            try await Simulator.run { simulator in
                let words = ["--source", "commons", "--api-base", simulator.commonsBase]
                let mount = ["mount"] + words + ["--image-base", simulator.imageBase, home.mountpoint]
                let first = try await home.command(mount)
                #expect(first.errors.contains("--contact") && first.errors.count { $0 == "\n" } == 1, "\(first)")
                #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
                let second = try await home.command(mount)
                #expect(second.status == 0 && second.errors.isEmpty, "\(second)")
            }
        }
    }

    @Test func `a mount in the foreground says so on standard error`() async throws {
        try await Home.run { home in
            let words = ["mount", "--foreground", "--log-file", home.path + "/log"] + Home.offline + [home.mountpoint]
            let mount = try PipedProcess(
                ["timeout", "120", "sh", "-c", "exec \"$@\" 2>&1", "sh", Repository.placesfs] + words,
                environment: home.environment.merging(Home.key) { $1 })
            let line = try mount.line()
            #expect(line?.hasPrefix("placesfs: Flickr does not answer (not reachable: ") == true, "\(line ?? "")")
            #expect(home.isMounted())
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            #expect(await mount.end() == 0)
        }
    }

    @Test func `the sample asks nobody and says nothing`() async throws {
        try await Home.run { home in
            let told = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(told.status == 0 && told.errors.isEmpty, "\(told.errors)")
            let readme = try await ChildProcess(["cat", home.mountpoint + "/README.txt"]).result()
            #expect(readme.text.contains("\nplaces/ shows the cities of the sample.\n"), "\(readme.text)")
            #expect(!readme.text.contains("reachable") && !readme.text.contains("not asked"))
        }
    }

    /// A laptop that began without Wi-Fi.
    @Test
    func `a mount that fell back on the sample says when Commons can be reached, in README.txt and on the desktop`()
        async throws
    {
        try await Home.run { home in
            let simulator = try await Simulator.start()
            let port = simulator.apiBase.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
            await simulator.stop()
            let tools = home.path + "/tools"
            try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
            try Data(
                "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(home.path)/told.new && mv \(home.path)/told.new \(home.path)/told"
                    .utf8
            )
            .write(to: URL(fileURLWithPath: tools + "/notify-send"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/notify-send")
            let environment = [
                "PATH": tools + ":/usr/bin:/bin:/usr/sbin:/sbin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none",
            ]
            let mounted = try await home.command(
                ["mount", "--mirror", "http://127.0.0.1:\(port)", "--host-probe-pause", "1s", home.mountpoint],
                environment)
            #expect(mounted.status == 0 && mounted.errors.contains("showing the sample"), "\(mounted)")
            let readme = { try String(contentsOfFile: home.mountpoint + "/README.txt", encoding: .utf8) }
            #expect(try readme().contains("no network when this was mounted"))

            // Whatever answers there: the network is back.
            let server = try ChildProcess(
                ["python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1"], directory: tools,
                timeout: .seconds(60))
            let deadline = ContinuousClock.now + .seconds(40)
            while !FileManager.default.fileExists(atPath: home.path + "/told"), ContinuousClock.now < deadline {
                try await ContinuousClock().sleep(for: .milliseconds(100))
            }
            server.signal(SIGTERM)
            _ = await server.result()
            let news = "Wikimedia Commons can be reached now, and this mount still shows the sample"
            #expect(try readme().contains("\(news); to see Commons: placesfs unmount "))
            let told = try String(contentsOfFile: home.path + "/told", encoding: .utf8)
            #expect(
                told.contains("\n\(news)\nplacesfs unmount \(home.mountpoint) &amp;&amp; placesfs mount "), "\(told)")
        }
    }
}
