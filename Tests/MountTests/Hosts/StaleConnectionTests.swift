import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Connections that died in silence", .enabled(if: Repository.canMount))
struct StaleConnectionTests {
    private static let directory = "$M/" + NumberedLibrary.directory()

    /// What a laptop finds that slept, or got another network: its connections look open, and nobody is there.
    @Test(.proves("Suspend and resume"))
    func `the first reads after it work, and downloads under way go on`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 300_000...300_000)
        let relay = try await Relay()
        let limits = ["--first-byte-timeout", "4s", "--low-speed-time", "2s", "--retry-pause", "100ms"]
        try await relay.run(numbered.configuration, limits) { mount in
            for number in 0..<12 { try mount.write(numbered.bytes(number), to: "want\(number)") }
            // Several connections are kept, and one transfer is under way.
            let before = try await mount.shell(
                "ls \"\(Self.directory)\" > /dev/null; "
                    + "for n in 0 1 2 3; do cmp \"\(Self.directory)/photo $n.jpg\" want$n & pids+=($!); done; "
                    + "for pid in ${pids[@]}; do wait $pid || exit 1; done")
            #expect(before.status == 0, "\(before.text)\(before.errors)")
            mount.simulator.faults.add(.stall(afterBytes: 100_000), on: .photo(NumberedLibrary.id(11)), times: 1)
            let underWay = try mount.start("cmp \"\(Self.directory)/photo 11.jpg\" want11")
            #expect(try await mount.shell("head -c 50000 \"\(Self.directory)/photo 11.jpg\" | wc -c").text == "50000")

            try await relay.forgetConnections()
            let begun = ContinuousClock.now
            let after = try await mount.shell(
                "for n in 4 5 6 7; do cmp \"\(Self.directory)/photo $n.jpg\" want$n & pids+=($!); done; "
                    + "for pid in ${pids[@]}; do wait $pid || exit 1; done")
            let taken = begun.duration(to: .now)
            print("the first reads over dead connections took \(taken)")
            #expect(after.status == 0, "\(after.text)\(after.errors)")
            #expect(taken < .seconds(20))
            let resumed = await underWay.result()
            #expect(resumed.status == 0, "\(resumed.text)\(resumed.errors)")
            #expect(mount.simulator.ledger.images(of: NumberedLibrary.id(11)).map(\.status) == [200, 206])
            #expect(try await mount.shell("cmp \"\(Self.directory)/photo 8.jpg\" want8").status == 0)
            #expect(try await mount.shell("grep -c '^errors    none' \"$M/.placesfs/status\"").text == "1")
        }
    }
}
