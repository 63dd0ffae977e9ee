import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What a mount made without a network shows is in EverydayTests; here it comes and goes.
@Suite("Offline and back", .enabled(if: Repository.canMount), .serialized)
struct OfflineTests {
    private static let quick = ["--connect-timeout", "1s", "--retry-pause", "100ms", "--retries", "1"]

    @Test(.proves("Offline at the mount"))
    func `mounted offline it reads what is kept, fails fast, and is online again by itself`() async throws {
        let numbered = NumberedLibrary(places: 4, photosPerPlace: 6)
        try await TestMount.run(numbered.configuration, options: Self.quick) { mount in
            for number in 0..<6 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            try mount.write(numbered.bytes(1, of: 1), to: "want-there")
            let kept =
                "for n in 0 1 2; do cmp \"$M/\(NumberedLibrary.directory())/photo $n.jpg\" want-$n || exit 1; done"
            #expect(try await mount.shell(kept).status == 0)
            try await mount.unmount()
            await mount.simulator.stop()
            try await mount.mount()

            #expect(try await mount.shell(kept).status == 0, "what is kept")
            // So often that both hosts count as down.
            let rest = (1...3).flatMap { turn in
                ["cat \"$M/\(NumberedLibrary.path(turn + 2))\"", "ls \"$M/\(NumberedLibrary.directory(turn))\""]
            }
            for script in rest {
                let begun = ContinuousClock.now
                let failed = try await mount.shell(script)
                #expect(failed.status != 0 && failed.errors.contains("Network is unreachable"), "\(failed.errors)")
                #expect(begun.duration(to: .now) < .seconds(10), "\(script)")
            }
            let listed = try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\" | grep -c jpg")
            #expect(listed.text == "6", "what was learnt")
            let status = try await mount.shell("cat \"$M/.placesfs/status\"")
            #expect(status.lines.count { $0.contains("down, probed") } == 2, "\(status.text)")
            for file in ["README.txt", ".placesfs/status"] {
                let told = try await mount.shell("grep 'not reachable' \"$M/\(file)\"")
                #expect(told.status == 0, "\(file)")
            }

            let pid = try await mount.daemon()
            try await Self.again(mount, numbered) { simulator in
                let back = try await mount.shell(
                    FreshnessTests.await("cmp \"$M/\(NumberedLibrary.path(4))\" want-4 2> /dev/null"),
                    timeout: .seconds(90))
                #expect(back.status == 0, "a photo: \(back.errors)")
                let place = try await mount.shell(
                    FreshnessTests.await("cmp \"$M/\(NumberedLibrary.path(1, of: 1))\" want-there 2> /dev/null"),
                    timeout: .seconds(90))
                #expect(place.status == 0, "a place: \(place.errors)")
                let told = try await mount.shell("grep ' is reachable' \"$M/README.txt\"")
                #expect(told.status == 0, "README.txt follows")
                #expect(simulator.ledger.imageRequests == 2)
                #expect(try await mount.daemon() == pid, "without a remount")
            }
        }
    }

    @Test(.proves("Offline at the mount"))
    func `the network goes amid a session: readers are told, and it is back by itself`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.quick) { mount in
            for number in 0..<6 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            #expect(try await mount.shell("cmp \"$M/\(NumberedLibrary.path(0))\" want-0").status == 0)
            mount.simulator.faults.add(.stall(afterBytes: 50_000), on: .photo(NumberedLibrary.id(1)))
            let reader = try mount.start("cat \"$M/\(NumberedLibrary.path(1))\" > copy")
            #expect(await mount.simulator.ledger.wait(for: 2) { $0.isImage })
            await mount.simulator.stop()
            let told = await reader.result()
            #expect(told.status == 1, "\(told.errors)")
            #expect(try await mount.shell("cmp \"$M/\(NumberedLibrary.path(0))\" want-0").status == 0)
            try await Self.again(mount, numbered) { _ in
                for number in [1, 2] {
                    let back = try await mount.shell(
                        FreshnessTests.await("cmp \"$M/\(NumberedLibrary.path(number))\" want-\(number) 2> /dev/null"),
                        timeout: .seconds(90))
                    #expect(back.status == 0, "\(number): \(back.errors)")
                }
            }
        }
    }

    /// The hosts are there again, under the addresses they had.
    private static func again(
        _ mount: TestMount, _ numbered: NumberedLibrary, _ body: (Simulator) async throws -> Void
    ) async throws {
        var configuration = numbered.configuration
        configuration.port = try #require(URL(string: mount.simulator.apiBase)?.port)
        configuration.imagePort = try #require(URL(string: mount.simulator.imageBase)?.port)
        try await Simulator.run(configuration, body)
    }
}
