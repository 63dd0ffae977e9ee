import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite(
    "The disk under the state fills",
    .enabled(if: Repository.canMount && SmallDisk.isPossible, "a disk that fills takes root"),
    .serialized)
struct StateDiskTests {
    @Test(.proves("the state's disk is"))
    func `what is learnt is kept and written when there is room, and the list of views is shown`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12)
        try await SmallDisk.run(bytes: 24 << 20) { disk in
            let options = ["--state-dir", disk.path + "/state"]
            try await TestMount.run(numbered.configuration, options: options) { mount in
                let first = try await mount.shell(
                    """
                    ls "$M/\(NumberedLibrary.directory())" > /dev/null; cat "$M/\(NumberedLibrary.path(0))" > /dev/null
                    \(FreshnessTests.await("ls \"$M/recents\" | grep -q 'photo 0.jpg'"))
                    cat /dev/zero > '\(disk.path)/fill' 2> /dev/null; ls "$M/recents"
                    """)
                #expect(first.status == 0 && first.text.contains("photo 0.jpg"), "\(first.text)\(first.errors)")
                // The catalog's journal may have room for some more.
                for number in 1..<12 {
                    let read = try await mount.shell(
                        "cat \"$M/\(NumberedLibrary.path(number))\" > /dev/null && ls \"$M/recents\"")
                    #expect(read.status == 0 && read.text.contains("photo 0.jpg"), "\(number): \(read.errors)")
                }
                try #require(mount.log.contains("cannot write down what was learnt"), "the disk was not full")
                let freed = try await mount.shell(
                    """
                    rm '\(disk.path)/fill'
                    \(FreshnessTests.await("grep -q 'what was learnt meanwhile is written down' \"$XDG_STATE_HOME/placesfs/placesfs.log\""))
                    """)
                #expect(freed.status == 0, "\(mount.log.suffix(2_000))")
                try await mount.unmount()
                try await mount.mount()
                mount.simulator.ledger.reset()
                let again = try await mount.shell(
                    "for n in $(seq 0 11); do cat \"$M/\(NumberedLibrary.directory())/photo $n.jpg\" || exit 1; done | wc -c"
                )
                #expect(again.text == "\((0..<12).reduce(0) { $0 + numbered.bytes($1).count })", "\(again.errors)")
                #expect(mount.simulator.ledger.imageRequests == 0, "what was fetched is known")
                #expect(try await mount.shell("ls \"$M/recents\" | grep -c jpg").text == "12")
            }
        }
    }
}
