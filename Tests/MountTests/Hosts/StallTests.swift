import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("What does not come stalls nobody else", .enabled(if: Repository.canMount), .serialized)
struct StallTests {
    enum Stall: Sendable, CaseIterable {
        /// In OPEN, for a photo of unknown size.
        case beforeHead
        /// In READ.
        case inBody

        var effect: Fault.Effect {
            switch self {
            case .beforeHead: .stallBeforeHead
            case .inBody: .stall(afterBytes: 20_000)
            }
        }
    }

    /// Stalled transfers would fail after 15 seconds, and be tried again.
    private static let patient = ["--first-byte-timeout", "100", "--low-speed-time", "100"]

    @Test(
        .proves("A stalled photo or listing", "Ctrl-C or kill -9 of", "A hundred stalled photos"),
        arguments: [1, 20, 100], Stall.allCases)
    func `other photos are read however many are stalled`(count: Int, stall: Stall) async throws {
        let numbered = NumberedLibrary(places: 3, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let walked = try await mount.shell(
                """
                set -e; \(NumberedLibrary.towns(3)); for town in "${towns[@]}"; do ls "$M/$town"; done
                cat "$M/\(NumberedLibrary.path(0, of: 2))"
                """)
            #expect(walked.status == 0, "\(walked.errors)")
            let stalled = (0..<count).map { (number: $0 % 50, place: $0 / 50) }
            for (number, place) in stalled {
                mount.simulator.faults.add(stall.effect, on: .photo(NumberedLibrary.id(number, of: place)))
            }
            mount.simulator.ledger.reset()
            let readers = try StalledReaders(
                mount, .cat, stalled.map { NumberedLibrary.path($0.number, of: $0.place) }, signal: SIGINT)
            // Where two connections are all there are, not each of them is tried at once.
            let tried = TestSource.current == .commons ? min(count, 4) : count
            #expect(await mount.simulator.ledger.wait(for: tried) { $0.isImage })

            for (what, script) in [
                ("stat of a stalled photo", "stat \"$M/\(NumberedLibrary.path(0))\""),
                ("ls beside one", "ls -l \"$M/\(NumberedLibrary.directory())\""),
                ("a cached photo", "cat \"$M/\(NumberedLibrary.path(0, of: 2))\""),
                ("an uncached photo", "cmp \"$M/\(NumberedLibrary.path(7, of: 2))\" want7"),
                ("another", "cmp \"$M/\(NumberedLibrary.path(8, of: 2))\" want8"),
            ] {
                try mount.write(numbered.bytes(7, of: 2), to: "want7")
                try mount.write(numbered.bytes(8, of: 2), to: "want8")
                let begun = ContinuousClock.now
                let result = try await mount.shell(script, timeout: .seconds(10))
                let taken = begun.duration(to: .now)
                print("\(count) stalled \(stall): \(what) took \(taken)")
                #expect(result.status == 0, "\(what): \(result.errors)")
                #expect(taken < .seconds(5), "\(what)")
            }
            try await readers.endAll()
            let outcome = try await readers.outcome()
            print("\(count) stalled \(stall): Ctrl-C ended them in \(outcome.milliseconds) ms")
            #expect(outcome.statuses == [-Int(SIGINT)])
            #expect(outcome.milliseconds < 1000 + 20 * count)
        }
    }

    /// A program, and a signal that means to end it.
    private static let endings: [(program: StalledReaders.Program, signal: Int32, status: Int)] = [
        (.cat, SIGINT, -2), (.cat, SIGTERM, -15), (.cat, SIGKILL, -9), (.cat, SIGHUP, -1),
        (.handler, SIGINT, 7), (.python, SIGINT, -2), (.handler, SIGKILL, -9),
    ]

    @Test(.proves("Ctrl-C or kill -9 of"), arguments: 0..<endings.count, Stall.allCases)
    func `who is told to end is free at once, and another reader of the same photo gets it`(
        ending: Int, stall: Stall
    ) async throws {
        let ending = Self.endings[ending]
        let numbered = NumberedLibrary(photosPerPlace: 3, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let fault = mount.simulator.faults.add(stall.effect, on: .photo(NumberedLibrary.id(0)))
            let readers = try StalledReaders(
                mount, ending.program, [NumberedLibrary.path(0)], signal: ending.signal, withCompanion: true)
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            try await readers.endAll()
            mount.simulator.faults.remove(fault)
            let outcome = try await readers.outcome()
            print("\(ending.program) stalled \(stall), signal \(ending.signal): free in \(outcome.milliseconds) ms")
            #expect(outcome.statuses == [ending.status])
            #expect(outcome.milliseconds < 1000)
            #expect(outcome.companion == 0)
            try mount.write(numbered.bytes(0), to: "want")
            let compared = try await mount.shell("cmp copy want")
            #expect(compared.status == 0, "\(compared.text)")
            #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(0)) == 1)
        }
    }

    @Test(.proves("Signals that mean no"), arguments: Stall.allCases)
    func `a signal that means no end makes no read fail`(stall: Stall) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration, options: Self.patient) { mount in
            let fault = mount.simulator.faults.add(stall.effect, on: .photo(NumberedLibrary.id(0)))
            let reader = try mount.start(
                "exec python3 \"\(Script.path("Hosts/alarmed.py"))\" \"$M/\(NumberedLibrary.path(0))\"")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            try mount.write([], to: "stalled")
            #expect(try await mount.shell("until [ -e alarmed ]; do sleep 0.01; done").status == 0)
            mount.simulator.faults.remove(fault)
            let result = await reader.result()
            #expect(result.status == 0, "\(result.errors)")
            try mount.write(numbered.bytes(0), to: "want")
            #expect(try await mount.shell("cmp copy want").status == 0)
        }
    }
}
