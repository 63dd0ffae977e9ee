import PhotoSimulator
import TestSupport
import Testing

@Suite("A limited bandwidth", .enabled(if: Repository.canMount))
struct BandwidthTests {
    @Test func `photos come whole, and no faster than the user allows`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 4, imageBytes: 100_000...100_000)
        try await TestMount.run(numbered.configuration, options: ["--bandwidth", "200KB"]) { mount in
            _ = try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"")
            for number in 0..<4 { try mount.write(numbered.bytes(number), to: "want\(number)") }
            let begun = ContinuousClock.now
            let read = try await mount.shell(
                """
                for n in 0 1 2 3; do cmp "$M/\(NumberedLibrary.directory())/photo $n.jpg" want$n & pids+=($!); done
                for pid in ${pids[@]}; do wait $pid || exit 1; done
                """)
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            // Of 400,000 bytes the credit of half a second may come at once.
            #expect(begun.duration(to: .now) >= .milliseconds(1_400))
        }
    }
}
