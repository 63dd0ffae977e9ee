import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// An idle daemon's end is in DaemonLifeTests, a killed one's in CrashTests.
@Suite("It ends cleanly amid downloads", .enabled(if: Repository.canMount), .serialized)
struct EndingTests {
    /// Two seconds are promised; the machine that tests may be slow, a hang is not.
    private static let bound = Duration.seconds(5)

    private static let patient = ["--first-byte-timeout", "100s", "--low-speed-time", "100s"]
    private static let leavings = "cd \"$XDG_CACHE_HOME\"/placesfs/*/ && ls -A | grep -v 'photo$'"

    @Test(.proves("SIGTERM, SIGINT, fusermount3 -u"), arguments: [SIGTERM, SIGINT])
    func `a mount ends on a signal, with readers waiting, who are told`(signal: Int32) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let daemon = try await Self.stall(mount, numbered)
            let cats = (0..<8).map {
                "{ cat \"$M/\(NumberedLibrary.path($0))\" > /dev/null 2> told-\($0) || echo told; } &"
            }
            let readers = try mount.start("\(cats.joined(separator: " ")) wait", timeout: .seconds(60))
            #expect(await mount.simulator.ledger.wait(for: 9) { $0.isImage })
            let begun = ContinuousClock.now
            #expect(kill(daemon, signal) == 0)
            let told = await readers.result()
            try await Self.expectEnded(daemon, begun, mount)
            let said = try await mount.shell("cat told-*")
            #expect(told.lines.count { $0 == "told" } == 8, "\(told.text)\(said.text)")
            #expect(try await mount.shell("! grep \" $M \" /proc/self/mountinfo").status == 0)
            #expect(mount.log.contains("signal=\(signal)"))
            try await Self.expectNothingLost(mount, numbered)
        }
    }

    @Test(.proves("SIGTERM, SIGINT, fusermount3 -u"))
    func `a mount ends on fusermount3 -u, while a download goes on for which nobody waits any more`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let daemon = try await Self.stall(mount, numbered)
            let reader = try mount.start("exec cat \"$M/\(NumberedLibrary.path(0))\" > /dev/null")
            #expect(await mount.simulator.ledger.wait(for: 2) { $0.isImage })
            reader.signal(SIGTERM)
            _ = await reader.result()
            let begun = ContinuousClock.now
            // Its file is let go of in its own time.
            let unmounted = try await mount.shell(
                "until fusermount3 -u \"$M\" 2> busy; do grep -q busy busy || exit 1; sleep 0.02; done")
            #expect(unmounted.status == 0, "\(unmounted.errors)")
            try await Self.expectEnded(daemon, begun, mount)
            try await Self.expectNothingLost(mount, numbered)
        }
    }

    @Test(.proves("SIGTERM, SIGINT, fusermount3 -u"))
    func `a mount ends on fusermount3 -u -z, with readers waiting, as soon as these have ended`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let daemon = try await Self.stall(mount, numbered)
            let reader = try mount.start("exec cat \"$M/\(NumberedLibrary.path(0))\" > /dev/null")
            #expect(await mount.simulator.ledger.wait(for: 2) { $0.isImage })
            #expect(try await mount.shell("fusermount3 -uz \"$M\"").status == 0)
            #expect(try await mount.shell("! grep \" $M \" /proc/self/mountinfo").status == 0)
            let begun = ContinuousClock.now
            reader.signal(SIGTERM)
            _ = await reader.result()
            try await Self.expectEnded(daemon, begun, mount)
            try await Self.expectNothingLost(mount, numbered)
        }
    }

    @Test(.proves("kill -9 during a write"))
    func `what kill -9 leaves half done is swept by the next mount, and nothing else`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let daemon = try await Self.stall(mount, numbered)
            let readers = try mount.start(
                "for n in 0 1 2; do cat \"$M/\(NumberedLibrary.directory())/photo $n.jpg\" > /dev/null & done; wait")
            #expect(await mount.simulator.ledger.wait(for: 4) { $0.isImage })
            let begun = try await mount.shell(FreshnessTests.await("[ $(\(Self.leavings) | grep -c partial) = 3 ]"))
            #expect(begun.status == 0)
            let foreign =
                "cd \"$XDG_CACHE_HOME\"/placesfs/*/ && echo mine > notes.txt && mkdir folder && echo > x.partial"
            #expect(try await mount.shell(foreign).status == 0)
            #expect(kill(daemon, SIGKILL) == 0)
            _ = await readers.result()
            #expect(
                try await mount.shell("\(Self.leavings) | grep -c '\(TestSource.current.rendition).*partial'").text
                    == "3", "nobody could")
            mount.simulator.faults.removeAll()
            try await mount.mount()
            let swept = try await mount.shell(
                FreshnessTests.await("! (\(Self.leavings) | grep -q '\(TestSource.current.rendition).*partial')"))
            #expect(swept.status == 0)
            let left = try await mount.shell(Self.leavings)
            #expect(left.lines == ["CACHEDIR.TAG", "folder", "format", "kept", "notes.txt", "x.partial"])
            try await Self.expectRead(mount, numbered)
        }
    }

    /// One photo is kept, the others stall half-way.
    private static func stall(_ mount: TestMount, _ numbered: NumberedLibrary) async throws -> Int32 {
        #expect(try await mount.shell("cat \"$M/\(NumberedLibrary.path(11))\" > /dev/null").status == 0)
        mount.simulator.faults.add(.stall(afterBytes: 100_000), on: .images)
        return try await mount.daemon()
    }

    private static func expectEnded(
        _ daemon: Int32, _ begun: ContinuousClock.Instant, _ mount: TestMount
    ) async throws {
        let ended = try await mount.shell(
            "while grep -q '^State:.[^Z]' /proc/\(daemon)/status 2> /dev/null; do sleep 0.02; done",
            timeout: .seconds(30))
        #expect(ended.status == 0, "it lives on")
        print("ended in \(begun.duration(to: .now))")
        #expect(begun.duration(to: .now) < bound)
        #expect(mount.log.contains("placesfs: ended"), "\(mount.log)")
        #expect(!mount.log.contains("given up"), "\(mount.log)")
        let files = try await mount.shell(leavings)
        #expect(files.lines == ["CACHEDIR.TAG", "format", "kept"], "half a photo is no file")
    }

    private static func expectNothingLost(_ mount: TestMount, _ numbered: NumberedLibrary) async throws {
        mount.simulator.faults.removeAll()
        mount.simulator.ledger.reset()
        try await mount.mount()
        try await expectRead(mount, numbered)
        #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(11)) == 0, "it was kept")
        #expect(!mount.log.contains("damaged"), "\(mount.log)")
    }

    private static func expectRead(_ mount: TestMount, _ numbered: NumberedLibrary) async throws {
        for number in [0, 1, 11] {
            try mount.write(numbered.bytes(number), to: "want")
            let read = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(number))\" want")
            #expect(read.status == 0, "\(number): \(read.text)\(read.errors)")
        }
    }
}
