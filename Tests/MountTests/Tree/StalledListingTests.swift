import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A stalled listing, and a mount that ends while much is stalled", .enabled(if: Repository.canMount), .serialized)
struct StalledListingTests {
    private static let patient = ["--first-byte-timeout", "100", "--low-speed-time", "100"]

    /// Of place 1 of the synthetic library.
    private static let search = Fault.Match(path: NumberedLibrary.query(1))

    @Test(.proves("A stalled photo or listing"))
    func `a directory whose listing stalls stalls nobody but who opened it`() async throws {
        let numbered = NumberedLibrary(places: 3, photosPerPlace: 5)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let fault = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let town = NumberedLibrary.directory(1)
            let listers = try StalledReaders(
                mount, .list, [town, town], signal: SIGINT, withCompanion: false)
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.path.contains(NumberedLibrary.query(1)) })

            let looking = try mount.start("LC_ALL=C stat \"$M/\(NumberedLibrary.path(0, of: 1))\"")
            for (what, script) in [
                ("stat of it", "stat \"$M/\(town)\" && getfattr -n user.places.title \"$M/\(town)\""),
                ("its country", "ls -l \"$M/\(NumberedLibrary.country)\""),
                ("another place", "ls -l \"$M/\(NumberedLibrary.directory(2))\""),
                ("a photo of another", "cat \"$M/\(NumberedLibrary.path(0, of: 2))\""),
                ("a name in it that desktops probe for", "[ ! -e \"$M/\(town)/.directory\" ]"),
                ("a name in it that is no photo's", "[ ! -e \"$M/\(town)/Thumbs.db\" ]"),
            ] {
                let begun = ContinuousClock.now
                let result = try await mount.shell(script, timeout: .seconds(10))
                let taken = begun.duration(to: .now)
                print("a listing stalled: \(what) took \(taken)")
                #expect(result.status == 0, "\(what): \(result.errors)")
                #expect(taken < .seconds(5), "\(what)")
            }

            // It holds the directory's lock in the kernel, so it waits a moment only; and that is no "there is none".
            let begun = ContinuousClock.now
            let looked = await looking.result()
            #expect(looked.status == 1)
            #expect(looked.errors.contains("Connection timed out"), "\(looked.errors)")
            #expect(begun.duration(to: .now) < .seconds(8))

            try await listers.endAll()
            let outcome = try await listers.outcome()
            print("a listing stalled: Ctrl-C freed ls in \(outcome.milliseconds) ms")
            #expect(outcome.statuses == [-Int(SIGINT)])
            #expect(outcome.milliseconds < 1000)

            mount.simulator.faults.remove(fault)
            let listed = try await mount.shell("ls \"$M/\(town)\" | grep -c 'jpg$'")
            #expect(listed.text == "5", "\(listed.errors)")
            let found = try await mount.shell("stat -c %F \"$M/\(NumberedLibrary.path(0, of: 1))\"")
            #expect(found.text == "regular file", "no memory of its absence: \(found.errors)")
        }
    }

    @Test func `with all its readers killed a mount goes at once`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 50, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            mount.simulator.faults.add(.stall(afterBytes: 20_000), on: .images)
            let readers = try StalledReaders(mount, .cat, (0..<20).map { NumberedLibrary.path($0) }, signal: SIGKILL)
            #expect(await mount.simulator.ledger.wait(for: 20) { $0.isImage })
            try await readers.endAll()
            let daemon = try await mount.daemon()
            let begun = ContinuousClock.now
            let unmounted = try await mount.shell("fusermount3 -u \"$M\"")
            #expect(unmounted.status == 0, "\(unmounted.errors)")
            try await Self.expectGone(daemon, mount, begun)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `told to end with twenty readers stalled, the daemon ends, and all of them`(signal: Int32) async throws {
        let numbered = NumberedLibrary(places: 2, photosPerPlace: 50, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            mount.simulator.faults.add(.stall(afterBytes: 20_000), on: .images)
            mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let daemon = try await mount.daemon()
            let cats = (0..<20).map { "cat \"$M/\(NumberedLibrary.path($0))\" > /dev/null &" }
            let readers = try mount.start(
                "ls \"$M/\(NumberedLibrary.directory(1))\" & \(cats.joined(separator: " ")) wait")
            #expect(
                await mount.simulator.ledger.wait(for: 21) { $0.isImage || $0.path.contains(NumberedLibrary.query(1)) })
            let begun = ContinuousClock.now
            #expect(kill(daemon, signal) == 0)
            try await Self.expectGone(daemon, mount, begun)
            let ended = await readers.result()
            #expect(ended.status == 0)
            // Counted in the whole text: the programs write to one file, and their lines may run into each other.
            let told = ["Transport endpoint is not connected", "Software caused connection abort"]
            let failed = told.reduce(0) { $0 + ended.errors.ranges(of: $1).count }
            #expect(failed >= 20, "\(ended.errors)")
        }
    }

    /// Two seconds are promised; twice that is a machine with other things to do.
    private static func expectGone(_ daemon: Int32, _ mount: TestMount, _ begun: ContinuousClock.Instant) async throws {
        // Ended is also who only waits to be collected by whoever runs as process 1 here.
        let gone = try await mount.shell(
            "until ! grep '^State:' /proc/\(daemon)/status | grep -qv Z; do sleep 0.01; done", timeout: .seconds(10))
        let taken = begun.duration(to: .now)
        print("the daemon ended in \(taken)")
        #expect(gone.status == 0)
        #expect(taken < .seconds(4))
        #expect(try await mount.shell("! grep \" $M \" /proc/self/mountinfo").status == 0)
    }
}
