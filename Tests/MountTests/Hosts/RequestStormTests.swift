import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Storms of requests", .enabled(if: Repository.canMount && TestSource.current.hasPlaces))
struct RequestStormTests {

    /// `find` and its like, while the API is slow.
    enum Crawl: Sendable, CaseIterable {
        case find
        /// One program that lists twenty directories at a time.
        case threads

        func script(_ places: Int) -> String {
            let folders = (0..<places).map { "\"$M/\(NumberedLibrary.directory($0))\"" }.joined(separator: " ")
            switch self {
            case .find: return "find \(folders) > found"
            case .threads:
                return """
                    python3 - \(folders) <<'END'
                    import os, sys
                    from concurrent.futures import ThreadPoolExecutor
                    with ThreadPoolExecutor(20) as pool: print(sum(map(len, pool.map(os.listdir, sys.argv[1:]))))
                    END
                    """
            }
        }
    }

    @Test(.proves("A storm of requests"), arguments: Crawl.allCases)
    func `what a person looks at comes before a crawl`(crawl: Crawl) async throws {
        let numbered = NumberedLibrary(places: 20, photosPerPlace: 3)
        // The crawl is held for longer than a listing is waited for by default.
        let options = ["--first-byte-timeout", "100s", "--listing-wait", "100s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let ledger = mount.simulator.ledger
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory(18))\"").status == 0)
            ledger.reset()
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: .searches)
            let crawling = try mount.start(crawl.script(18))
            let atOnce = crawl == .find ? 1 : 4
            #expect(await ledger.wait(for: atOnce) { $0.isSearch })
            if crawl == .threads { try await Self.untilQueued(18, mount) }

            try mount.write(numbered.bytes(1, of: 18), to: "want")
            let read = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(1, of: 18))\" want")
            #expect(read.status == 0, "a photo is read while the crawl waits")
            let person = try mount.start("ls \"$M/\(NumberedLibrary.directory(19))\" | grep -c jpg")
            if crawl == .threads { try await Self.untilQueued(19, mount) }
            if crawl == .find { #expect(await ledger.wait(for: 2) { $0.isSearch }) }
            let woeid = try SilentHostTests.woeid(of: 19, in: numbered)
            mount.simulator.faults.release(gate)
            #expect(await ledger.wait(for: atOnce + 1) { $0.isSearch })
            let order = ledger.entries.filter { $0.isSearch }.map { $0.arguments["woe_id"] }
            #expect(order.firstIndex(of: woeid) == atOnce, "\(order) \(woeid)")

            mount.simulator.faults.remove(gate)
            #expect(await person.result().text == "3")
            #expect(await crawling.result().status == 0)
            #expect(ledger.searches == 19, "each place once")
        }
    }

    @Test(.proves("A storm of requests"))
    func `a walk over everything keeps to the connections, and asks for each photo once`() async throws {
        let numbered = NumberedLibrary(places: 20, photosPerPlace: 50, imageBytes: 4_000...6_000)
        let options = ["--connections", "4"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let ledger = mount.simulator.ledger
            let before = try await Self.memory(mount)
            // As twenty thumbnailers would.
            let storm = try mount.start(
                "find \"$M/\(NumberedLibrary.country)\" -name '*.jpg' -print0 | xargs -0 -P 20 -n 10 md5sum "
                    + "| cut -c1-32 | sort -u | wc -l",
                timeout: .seconds(120))
            #expect(await ledger.wait(for: 200) { $0.isImage && $0.ended != nil })
            let person = try await mount.shell("ls \"$M/.placesfs\" && head -c 10 \"$M/README.txt\"")
            #expect(person.status == 0)
            let result = await storm.result()
            #expect(result.text == "1000", "\(result.errors)")
            #expect(ledger.imageRequests == 1_000)
            #expect(ledger.mostImagesAtOnce <= 4)
            #expect(ledger.searches == 20)
            let after = try await Self.memory(mount)
            print("resident memory before \(before) kB, after \(after) kB")
            #expect(after - before < 60_000)
        }
    }

    @Test(.proves("A storm of requests"))
    func `the hourly share of the API is kept to, who waits is told, and all else goes on`() async throws {
        let numbered = NumberedLibrary(places: 12, photosPerPlace: 2)
        // Four at once, then one in a hundred seconds.
        try await TestMount.run(numbered.configuration, options: ["--api-requests-per-hour", "40"]) { mount in
            let ledger = mount.simulator.ledger
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory(0))\"").status == 0)
            let crawl = try mount.start("exec ls -R \"$M/\(NumberedLibrary.country)\" > found")
            #expect(await ledger.wait(for: 4) { $0.isAPI && $0.ended != nil })
            let told = try await mount.shell(
                FreshnessTests.await(
                    "grep -q 'share of requests is used, readers wait [0-9]* s' \"$M/.placesfs/status\""))
            #expect(told.status == 0)
            try mount.write(numbered.bytes(1), to: "want")
            #expect(try await mount.shell("cmp \"$M/\(NumberedLibrary.path(1))\" want").status == 0)
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory(0))\" | grep -c jpg").text == "2")
            crawl.signal(SIGINT)
            #expect(await crawl.result().status != 0)
            #expect(ledger.apiRequests == 4)
        }
    }

    // MARK: Steps

    /// Until that many directories are being refreshed or wait for it.
    private static func untilQueued(_ count: Int, _ mount: TestMount) async throws {
        let wait = FreshnessTests.await("grep -q ', \(count) being refreshed' \"$M/.placesfs/status\"")
        try #require(try await mount.shell(wait).status == 0)
    }

    /// In kB.
    private static func memory(_ mount: TestMount) async throws -> Int {
        let daemon = try await mount.daemon()
        return Int(try await mount.shell("awk '/VmRSS/ { print $2 }' /proc/\(daemon)/status").text) ?? 0
    }
}
