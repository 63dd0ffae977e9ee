import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Limits of a second and less stand for those of a user's mount, whose default of two times seven seconds is tested in
/// `LimitsTests`.
@Suite("A silent or slow host", .enabled(if: Repository.canMount))
struct SilentHostTests {
    private static let short = [
        "--first-byte-timeout", "2s", "--low-speed-time", "2s", "--retry-pause", "100ms", "--retries", "1",
    ]

    @Test(.proves("A host accepts a connection and"))
    func `a host that accepts and stays silent is an error within the bound, and other files are read`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 4)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            _ = try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"")
            mount.simulator.faults.add(.stallBeforeHead, on: .photo(NumberedLibrary.id(0)))
            let reader = try mount.start("cat \"$M/\(NumberedLibrary.path(0))\" > out")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.photo == NumberedLibrary.id(0) })
            try mount.write(numbered.bytes(1), to: "want")
            #expect(try await mount.shell("cmp \"$M/\(NumberedLibrary.path(1))\" want").status == 0)
            let result = await reader.result()
            #expect(result.status == 1 && result.errors.contains("Connection timed out"), "\(result.errors)")
            #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(0)) == 2, "asked once more")
            let line = "photo 0.jpg: .*timed out"
            #expect(try await mount.shell("grep '\(line)' \"$M/.placesfs/status\"").status == 0)
        }
    }

    @Test(.proves("A host accepts a connection and"))
    func `a silent API is an error of the places it concerns, and others are listed`() async throws {
        let numbered = NumberedLibrary(places: 2, photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            _ = try await mount.shell("ls \"$M/\(NumberedLibrary.country)\"")
            let silent = Fault.Match(path: NumberedLibrary.query(0))
            let fault = mount.simulator.faults.add(.stallBeforeHead, on: silent)
            let lister = try mount.start("ls \"$M/\(NumberedLibrary.directory(0))\"")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isSearch })
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory(1))\" | grep -c jpg").text == "2")
            let result = await lister.result()
            #expect(result.status == 2 && result.errors.contains("Connection timed out"), "\(result.errors)")
            mount.simulator.faults.remove(fault)
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory(0))\" | grep -c jpg").text == "2")
        }
    }

    /// Of 1,000 bytes a second for a second.
    @Test(.proves("A body trickles just above"))
    func `a trickle above the limit is let come, in one request`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2, imageBytes: 9_000...9_000)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            mount.simulator.faults.add(.bandwidth(bytesPerSecond: 2_500), on: .photo(NumberedLibrary.id(0)))
            try mount.write(numbered.bytes(0), to: "want")
            let read = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(0))\" want")
            #expect(read.status == 0, "\(read.errors)")
            #expect(mount.simulator.ledger.imageRequests == 1)
        }
    }

    @Test(.proves("A body trickles just above"))
    func `a trickle below the limit has stalled: it is taken up again, then an error`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2, imageBytes: 30_000...30_000)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            let fault = mount.simulator.faults.add(.bandwidth(bytesPerSecond: 300), on: .photo(NumberedLibrary.id(0)))
            let read = try await mount.shell("cat \"$M/\(NumberedLibrary.path(0))\" > out")
            #expect(read.status == 1 && read.errors.contains("Connection timed out"), "\(read.errors)")
            // On a busy machine the first may end before its reader has come back for it.
            #expect((2...3).contains(mount.simulator.ledger.imageRequests))
            mount.simulator.faults.remove(fault)
            try mount.write(numbered.bytes(0), to: "want")
            let again = try await mount.shell(
                FreshnessTests.await("cmp \"$M/\(NumberedLibrary.path(0))\" want 2> /dev/null"))
            #expect(again.status == 0)
        }
    }

    @Test(.proves("A host accepts a connection and"))
    func `a host that sends a head and then nothing is an error within the bound, and its reader is shown`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(
            numbered.configuration, options: Self.short + ["--low-speed-time", "60s", "--retries", "3"]
        ) { mount in
            mount.simulator.change { $0.framing = .chunked }
            mount.simulator.faults.add(.stall(afterBytes: 0), on: .photo(NumberedLibrary.id(0)))
            let reader = try mount.start("cat \"$M/\(NumberedLibrary.path(0))\" > out", timeout: .seconds(30))
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.photo == NumberedLibrary.id(0) })
            let status = try await mount.shell(FreshnessTests.await("grep '1 reading' \"$M/.placesfs/status\""))
            #expect(status.status == 0)
            let result = await reader.result()
            #expect(result.status == 1 && result.errors.contains("Connection timed out"), "\(result.errors)")
            #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(0)) == 2, "asked once more")
        }
    }

    @Test(.proves("A line breaks again"))
    func `a host that sends a little and stalls, again and again, is an error`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2, imageBytes: 100_000...100_000)
        let options = Self.short + ["--low-speed-time", "2s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            // Each try makes progress, so that the one after it is again the first.
            mount.simulator.faults.add(.stall(afterBytes: 1_500), on: .photo(NumberedLibrary.id(0)))
            let read = try await mount.shell("cat \"$M/\(NumberedLibrary.path(0))\" > out", timeout: .seconds(60))
            #expect(read.status == 1 && read.errors.contains("Connection timed out"), "\(read.errors)")
            try mount.write(numbered.bytes(1), to: "want")
            let other = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(1))\" want")
            #expect(other.status == 0, "\(other.text)\(other.errors)")
        }
    }

    static func woeid(of place: Int, in numbered: NumberedLibrary) throws -> String {
        try #require(numbered.library.places.first { $0.name == "Town \(place)" }).woeid
    }
}
