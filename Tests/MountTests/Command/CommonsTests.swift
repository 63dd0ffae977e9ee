import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What only Commons has or lacks; all else that a mount promises is tested on both sources (scripts/test).
@Suite("Wikimedia Commons, without a key", .enabled(if: Repository.canMount))
struct CommonsTests {
    /// Of the sample's own part.
    static let tower = "places/France/Paris/Eiffel Tower in the fog.jpg"
    static let id = "130000000"

    @Test(.proves("On Wikimedia Commons"))
    func `every part of the tree shows its photos, with bytes and credit`() async throws {
        try await TestMount.run(source: .commons) { mount in
            let bytes = try #require(mount.simulator.library.imageBytes(of: Self.id, "1280"))
            try mount.write(bytes, to: "want")
            let read = try await mount.shell("cmp \"$M/\(Self.tower)\" want")
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            let named = try await mount.shell(
                """
                cd "$M" && mkdir tags/bridges "pins/48.8584,2.2945 Eiffel Tower" && ls tags/bridges
                find pins/48* -name 'Eiffel*.jpg' -printf '%i\\n'; stat -c %i "\(Self.tower)"
                ls recents | grep jpg
                getfattr --only-values -n user.places.source "\(Self.tower)"; echo
                grep -c 'Mira Talvik, CC BY-SA 4.0, https://commons.wikimedia.org/wiki/File:' places/France/Paris/CREDITS.txt
                grep -c 'the Wikimedia Foundation' README.txt places/France/Paris/map.html
                """)
            #expect(named.lines.contains("Bridges in Paris"), "categories: \(named.text)\(named.errors)")
            let numbers = named.lines.filter { $0.allSatisfy(\.isNumber) && $0.count > 1 }
            #expect(numbers.count == 2 && Set(numbers).count == 1, "one inode: \(named.text)")
            #expect(named.lines.contains("01 Eiffel Tower in the fog.jpg"), "\(named.text)")
            #expect(named.lines.contains("commons"))
            #expect(named.lines.suffix(2) == ["README.txt:1", "places/France/Paris/map.html:1"], "\(named.text)")
        }
    }

    @Test(.proves("On Wikimedia Commons"))
    func `the first topics are two categories, and both are folders`() async throws {
        try await TestMount.run(source: .commons) { mount in
            #expect(try await mount.shell("ls \"$M/tags\"").lines == ["Quality images", "README.txt", "Sunsets"])
            let opened = try await mount.shell("cd \"$M/tags\" && ls 'Quality images' Sunsets | grep -c map.geojson")
            #expect(opened.text == "2", "\(opened.errors)")
        }
    }

    @Test(.proves("With `--rendition o`"))
    func `an original has its size before it is fetched, and the digest that its listing names`() async throws {
        try await TestMount.run(source: .commons, options: ["--rendition", "o"]) { mount in
            let bytes = try #require(mount.simulator.library.imageBytes(of: Self.id, "o"))
            let told = try await mount.shell(
                """
                stat -c %s "$M/\(Self.tower)"; getfattr --only-values -n user.places.size "$M/\(Self.tower)"; echo
                getfattr --only-values -n user.commons.sha1 "$M/\(Self.tower)"
                """)
            #expect(mount.simulator.ledger.imageRequests == 0)
            #expect(told.lines.prefix(2) == ["\(bytes.count)", "exact"], "\(told)")
            let read = try await mount.shell("sha1sum < \"$M/\(Self.tower)\"")
            #expect(read.text.prefix(40) == told.lines.last ?? "", "\(read)")
        }
    }

    @Test(.proves("With `--rendition o`"))
    func `an original with other bytes than its digest says is an error, and right again later`() async throws {
        try await TestMount.run(source: .commons, options: ["--rendition", "o"]) { mount in
            let bytes = try #require(mount.simulator.library.imageBytes(of: Self.id, "o"))
            let fault = mount.simulator.faults.add(.newVersion, on: .images)
            let wrong = try await mount.shell("cat \"$M/\(Self.tower)\" > wrong")
            #expect(wrong.status == 1 && wrong.errors.contains("Input/output error"), "\(wrong)")
            #expect(try await mount.shell("ls \"$M/.placesfs/cached\"").text.isEmpty)
            mount.simulator.faults.remove(fault)
            try mount.write(bytes, to: "want")
            let right = try await mount.shell(FreshnessTests.await("cmp \"$M/\(Self.tower)\" want 2> /dev/null"))
            #expect(right.status == 0)
        }
    }

    @Test(.proves("Commons' API is asked"))
    func `however many folders are opened at once, Wikimedia is asked three things at a time`() async throws {
        try await TestMount.run(source: .commons) { mount in
            // Held back, so that all who would ask do.
            mount.simulator.faults.add(.latency(.milliseconds(200)), on: .api)
            let opened = try await mount.shell(
                "cd \"$M/places/France\"; printf '%s\\0' * | grep -zv map | xargs -0 -P 16 -n 1 ls > /dev/null")
            #expect(opened.status == 0, "\(opened.errors)")
            #expect(mount.simulator.ledger.mostAPIRequestsAtOnce == 3)
        }
    }

    @Test func `whoever is turned away for want of a contact is told the option`() async throws {
        try await Home.run { home in
            let simulator = try await Simulator.start()
            let mounted = try await home.command([
                "mount", "--source", "commons", "--api-base", simulator.commonsBase, "--image-base",
                simulator.imageBase, home.mountpoint,
            ])
            #expect(mounted.status == 0, "\(mounted.errors)")
            let listed = try await run("ls", home.mountpoint + "/places/France/Paris", environment: home.environment)
            #expect(listed.status != 0)
            let status = try await home.command(["status", home.mountpoint])
            await simulator.stop()
            #expect(status.text.contains("--contact"), "\(status.text)")
        }
    }

    @Test(.proves("Without `--source` they are"))
    func `a mount without a key and a network is the sample, and what is known of Commons is preferred to it`()
        async throws
    {
        // Nothing beyond loopback answers a proxy that is not there.
        let offline = ["https_proxy": "http://127.0.0.1:1", "no_proxy": ""]
        try await Home.run { home in
            let mounted = try await home.command(["mount", home.mountpoint], offline)
            #expect(mounted.status == 0 && mounted.errors.count { $0 == "\n" } == 1, "\(mounted.errors)")
            #expect(mounted.errors.contains("sample"))
            let sample = try await home.command(["status", home.mountpoint])
            #expect(
                sample.text.contains("source sample") && sample.text.contains("when the network is back"),
                "\(sample.text)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")

            let named = try await home.command(["mount", "--source", "commons", home.mountpoint], offline)
            // It needs neither key nor network, and this build names nobody whom Wikimedia could write to.
            let lines = named.errors.split(separator: "\n")
            #expect(named.status == 0 && lines.count == 2, "\(named.errors)")
            #expect(lines.first?.contains("--contact") == true)
            #expect(lines.last?.hasPrefix("placesfs: Wikimedia Commons does not answer (not reachable: ") == true)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")

            let again = try await home.command(["mount", home.mountpoint], offline)
            #expect(again.errors.contains("what is known of Wikimedia Commons"), "\(again.errors)")
            let commons = try await home.command(["status", home.mountpoint])
            #expect(commons.text.contains("source commons"), "\(commons.text)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }
}
