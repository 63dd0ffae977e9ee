import PhotoSimulator
import Promises
import TestSupport
import Testing

/// A host that sends more than its answer, on a connection that goes on.
@Suite("Bytes behind an answer", .enabled(if: Repository.canMount))
struct ExcessAnswersTests {
    @Test(
        .proves("A host sends more than"),
        arguments: [.excess(bytes: 1), .excess(bytes: 5_000), .strayAnswer] as [Fault.Effect])
    func `every photo behind them has its own picture, and keeps it`(effect: Fault.Effect) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 150_000...200_000)
        try await TestMount.run(numbered.configuration) { mount in
            for number in 0..<12 { try mount.write(numbered.bytes(number), to: "want \(number)") }
            _ = try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"")
            mount.simulator.faults.add(effect, on: .images)
            let compare = """
                for n in {0..11}; do cmp "$M/\(NumberedLibrary.directory())/photo $n.jpg" "want $n"; done
                """
            let read = try await mount.shell(compare)
            #expect(read.errors == "" && read.text == "", "\(read.text)\(read.errors)")
            #expect(mount.simulator.ledger.entries.count { $0.isImage } == 12)
            try await mount.unmount()
            try await mount.mount()
            let kept = try await mount.shell(compare)
            #expect(kept.errors == "" && kept.text == "", "\(kept.text)\(kept.errors)")
            #expect(mount.simulator.ledger.entries.count { $0.isImage } == 12)
        }
    }
}
