import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A collection shows what is known", .enabled(if: Repository.canMount))
struct PinCollectionTests {
    private static let tower = PinnedWorld.Spot(48.8584, 2.2945, photos: 20)
    private static let search = Fault.Match.searches

    @Test(.proves("Who lists a pin or search whose photos"))
    func `a new collection, or one of another point, is never listed as empty, and is whole when it came`() async throws
    {
        let options = ["--first-byte-timeout", "100s", "--listing-wait", "4s"]
        try await TestMount.run(PinnedWorld.configuration(Self.tower), options: options) { mount in
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let list = "ls -A 48*; getfattr --only-values -n user.places.state 48*; echo"
            let loading = try await mount.inPins("mkdir 48.8584,2.2945; \(list)", timeout: .seconds(60))
            #expect(loading.lines == ["downloading"] && loading.errors.contains("timed out"), "\(loading)")
            mount.simulator.faults.remove(gate)
            let come = try await mount.inPins("settled 48*; photos 48* | wc -l")
            #expect(come.lines == ["20"], "\(come)")
            let again = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let moved = try await mount.inPins("mv 48.8584,2.2945 48.86,2.29; \(list)", timeout: .seconds(60))
            #expect(moved.lines == ["downloading"] && moved.errors.contains("timed out"), "\(moved)")
            mount.simulator.faults.remove(again)
            let loaded = try await mount.inPins(
                "settled 48*; photos 48* | wc -l; getfattr --only-values -n user.places.state 48*")
            #expect(loaded.lines == ["20", "fresh"], "\(loaded)")
        }
    }

    @Test(.proves("A collection (what a pin")) func `an empty collection says No Images until photos come`()
        async throws
    {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let empty = try await mount.inPins("mkdir 48.8584,2.2945 && settled 48*; ls -A 48*")
            #expect(
                empty.lines == [
                    ".hidden", "CREDITS.txt", "New Collection.txt", "No Images", "map.geojson", "map.html",
                ], "\(empty)")
            for number in 0..<3 { mount.simulator.library.add(PinnedWorld.photo(number, of: 0, at: Self.tower)) }
            let filled = try await mount.inPins("touch 48*/New* && settled 48*; ls 48*")
            #expect(filled.lines.count == 10 && !filled.lines.contains("No Images"), "\(filled)")
        }
    }

    @Test(.proves("A collection is as lasting"))
    func `a collection is shown without any request, after a remount without a network, too`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let listing =
                "ls -Ai 48*; for f in 48*/*.geojson 48*/*.txt 48*/*.html 48*/.hidden; do cat \"$f\"; done | md5sum"
            let before = try await mount.inPins(
                "mkdir 48.8584,2.2945 && settled 48*; cat 48*/0-1.jpg > /dev/null; \(listing)")
            #expect(before.lines.count == 46, "\(before)")
            mount.simulator.ledger.reset()
            #expect(try await mount.inPins("\(listing)").lines == before.lines)
            try await mount.unmount()
            mount.simulator.faults.add(.hangUp, on: .everything)
            try await mount.mount()
            let after = try await mount.inPins(
                "\(listing); getfattr --only-values -n user.places.state 48*; cat 48*/0-1.jpg | wc -c")
            #expect(Array(after.lines.prefix(46)) == before.lines, "\(after)")
            #expect(after.lines.count == 47 && after.lines.last?.hasPrefix("fresh") == true)
            #expect(mount.simulator.ledger.count == 0)
        }
    }

    @Test(.proves("A pin dropped, or a collection asked for"))
    func `a pin dropped without a network gets its collection when there is one`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let fault = mount.simulator.faults.add(.hangUp, on: .everything)
            let dropped = try await mount.inPins(
                "mkdir '48.8584,2.2945 Tower' && ls; ls 48* > /dev/null; wait_for getfattr -n user.places.error 48*; ls"
            )
            #expect(
                dropped.lines == [
                    "48.8584,2.2945 Tower", "map.geojson", "map.html", "48.8584,2.2945 Tower", "map.geojson",
                    "map.html",
                ],
                "\(dropped)")
            #expect(!dropped.errors.contains("No such file"), "\(dropped)")
            mount.simulator.faults.remove(fault)
            let came = try await mount.inPins("wait_for ls 48*/0-1.jpg; photos 48* | wc -l")
            #expect(came.text == "20", "\(came)")
        }
    }

    @Test(.proves("A pin dropped, or a collection asked for"))
    func `a pin dropped without a network gets its collection after a remount, without a look at it`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let fault = mount.simulator.faults.add(.hangUp, on: .everything)
            #expect(
                try await mount.inPins("mkdir 48.8584,2.2945 && wait_for getfattr -n user.places.error 48*").status == 0
            )
            try await mount.unmount()
            mount.simulator.ledger.reset()
            mount.simulator.faults.remove(fault)
            try await mount.mount()
            #expect(await mount.asked(1) { $0.isSearch && $0.isComplete })
            #expect(try await mount.inPins("settled 48*; photos 48* | wc -l").text == "20")
        }
    }

    @Test(
        .proves("A pin dropped, or a collection asked for"),
        arguments: [Fault.Effect.status(500), .hangUp, TestSource.current.unavailable, .garbageJSON, .htmlUnder200])
    func `a source that fails leaves the old collection as it is`(effect: Fault.Effect) async throws {
        try await TestMount.run(PinnedWorld.configuration(PinnedWorld.Spot(1, 1, photos: 120))) { mount in
            let before = try await mount.inPins("mkdir 1,1 && settled 1,1; photos 1,1")
            #expect(before.lines.count == 50, "\(before)")
            let fault = mount.simulator.faults.add(effect, on: .api)
            let asked = try await mount.inPins(
                "touch '1,1/New Collection.txt' && settled 1,1; getfattr -n user.places.error 1,1 > /dev/null && photos 1,1",
                timeout: .seconds(90))
            #expect(asked.lines == before.lines, "\(asked)")
            mount.simulator.faults.remove(fault)
            let collected = try await mount.inPins("touch '1,1/New Collection.txt' && settled 1,1; photos 1,1")
            #expect(collected.status == 0 && collected.lines != before.lines, "\(collected)")
        }
    }
}
