import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What a mount's options exclude of that which an earlier mount learnt.
@Suite("Options that hold for what was learnt before", .enabled(if: Repository.canMount))
struct ChosenOptionsTests {
    private static let topic = "tags/" + TestSource.current.firstTopic
    private static let pin = "pins/48.8584,2.2945 Tower"

    /// Photo `n` has Flickr's licence `n`, is the `n`th to be uploaded, and the more popular the older it is.
    private static func configuration() -> Simulator.Configuration {
        CreditedCopies.configuration { library in
            for number in CreditedCopies.titles.indices { library.remove(CreditedCopies.id(number)) }
            for number in 0...17 {
                library.add(
                    SimulatedPhoto(
                        id: CreditedCopies.id(100 + number), title: "licence \(number)",
                        tags: [TestSource.current.firstTopic, "River"], license: String(number),
                        uploaded: 1_700_000_000 + Int64(number),
                        position: .init(latitude: 48.8584, longitude: 2.2945), woeid: "615702", views: 1_000 - number))
            }
        }
    }

    private static let prelude = """
        \(PinnedWorld.prelude)
        cd "$M"
        P=places/France/Paris T1='\(topic)' N='\(pin)'
        numbers() { ls "$1" | grep 'jpg$' | sed 's/.*licence //; s/.jpg//' | sort -n | tr '\\n' ' '; echo; }
        hidden() { getfattr --only-values -n user.places.hidden "$1" 2> /dev/null; echo; }
        shows() { [ "$(numbers "$1")" = "$2 " ]; }

        """

    private static func look(_ mount: TestMount, _ script: String) async throws -> CommandResult {
        try await mount.shell(prelude + script)
    }

    private static func again(_ mount: TestMount, _ options: [String]) async throws {
        try await mount.unmount()
        try await mount.mount(options)
    }

    /// What the source cannot be asked about.
    private static func silence(_ mount: TestMount) -> [Faults.ID] {
        TestSource.current.searchMethods.map { mount.simulator.faults.add(.stallBeforeHead, on: .init(method: $0)) }
    }

    @Test(.proves("The options hold for what an earlier mount", "`user.places.hidden`"))
    func `what a licence excludes is nowhere from the first moment, but in recents`() async throws {
        let few = ["--photos-per-place", "10", "--photos-per-pin", "10"]
        try await TestMount.run(Self.configuration(), options: few) { mount in
            let before = try await Self.look(
                mount,
                """
                ls "$P" > /dev/null && mkdir "$N" && settled "$N" && numbers "$P" && numbers "$N" && numbers "$T1/River"
                cat "$P/licence 17.jpg" "$P/licence 9.jpg" > /dev/null; hidden "$P"; stat -c %i "$P/map.geojson"
                wait_for ls "recents/02 licence 17.jpg"
                """)
            // The simulated Commons has the first ones nearest to the pin.
            let isFlickr = TestSource.current == .flickr
            let (ten, near, all) = (8...17, isFlickr ? 8...17 : 0...9, 0...17)
            func text(_ numbers: some Sequence<Int>) -> String { numbers.map { "\($0) " }.joined() }
            #expect(
                before.lines.prefix(4) == [text(ten), text(near), text(all), "0"], "\(before.text)\(before.errors)")
            let silence = Self.silence(mount)
            try await mount.unmount()
            try await mount.mount(["--license", "public-domain"])
            let now = try await Self.look(
                mount,
                """
                numbers "$P"; numbers "$N"; numbers "$T1/River"; hidden "$P"; hidden "$N"; hidden "$T1"; ls "$T1"
                for list in "$P" "$N" "$T1/River"; do
                    grep -c 'licence [0-9]' "$list/CREDITS.txt"; grep -o '"title":"[^"]*"' "$list/map.geojson" | wc -l
                    grep -c 'licence 1[1-7]' "$list/CREDITS.txt" "$list/map.geojson" "$list/map.html" "$list/.hidden" | cut -d: -f2 | tr -d '\\n'
                    echo; for name in 'licence 17.jpg' 'licence 17.geojson' 'licence 17.xmp'; do [ -e "$list/$name" ] && echo "$name"; done
                done
                ls .placesfs/cached; ls recents | grep jpg; cat "recents/02 licence 17.jpg" | wc -c; stat -c %i "$P/map.geojson"
                """)
            #expect(
                now.lines.dropLast(2) == [
                    "8 9 10 ", isFlickr ? "8 9 10 " : "7 8 9 ", "7 8 9 10 ", "7", "7", "14", "River", "map.geojson",
                    "map.html",
                    "3", "3", "0000", "3", "3", "0000", "4", "4", "0000",
                    "licence 9.jpg", "01 licence 9.jpg", "02 licence 17.jpg",
                ], "\(now.text)\(now.errors)")
            #expect(now.lines.dropLast().last != "0", "recents read on")
            #expect(now.lines.last != before.lines.last, "another map is another file")
            for fault in silence { mount.simulator.faults.remove(fault) }
            // Behind it comes what the source has under the licence, and nothing is removed.
            let later = try await Self.look(
                mount,
                """
                wait_for shows "$P" '7 8 9 10' && wait_for shows "$N" '7 8 9 10'
                cat "$P/licence 17.jpg"; hidden "$N"
                """)
            #expect(later.lines == ["7"] && later.errors.contains("No such file"), "\(later.text)\(later.errors)")
            try await Self.again(mount, [])
            let back = try await Self.look(
                mount, "numbers \"$N\"; wait_for shows \"$P\" '8 9 10 11 12 13 14 15 16 17'; hidden \"$P\"")
            #expect(back.lines == [text(near), "0"], "\(back.text)\(back.errors)")
        }
    }

    @Test(.proves("The options hold for what an earlier mount"))
    func `other numbers and another order take effect at the next look`() async throws {
        let options = ["--photos-per-place", "10", "--photos-per-pin", "6", "--sort", "interesting"]
        try await TestMount.run(Self.configuration()) { mount in
            try await Self.again(mount, options)
            let first = try await Self.look(
                mount,
                "ls \"$P\" > /dev/null; mkdir \"$N\" && settled \"$N\" && numbers \"$P\" && ls \"$N\" | grep -c jpg")
            #expect(first.lines.count == 2 && first.lines.last == "6", "\(first.text)\(first.errors)")
            let silence = Self.silence(mount)
            try await Self.again(mount, ["--photos-per-place", "4", "--photos-per-pin", "2"])
            let fewer = try await Self.look(
                mount,
                """
                ls -U "$P" | grep 'jpg$' | sed 's/licence //; s/.jpg//' | tr '\\n' ' '; echo
                ls "$N" | grep -c jpg; hidden "$P"; hidden "$N"
                """)
            // The newest of those that were the most popular.
            let known = first.lines[0].split(separator: " ").compactMap { Int($0) }.sorted(by: >)
            let newest = known.prefix(4).map { "\($0) " }.joined()
            #expect(fewer.lines == [newest, "2", "6", "4"], "\(fewer.text)\(fewer.errors)")
            for fault in silence { mount.simulator.faults.remove(fault) }
            let asked = try await Self.look(mount, "wait_for shows \"$P\" '14 15 16 17'; ls \"$N\" | grep -c jpg")
            #expect(asked.lines == ["2"], "\(asked.errors)")
            mount.simulator.ledger.reset()
            try await Self.again(mount, ["--photos-per-place", "12", "--photos-per-pin", "9"])
            let more = try await Self.look(
                mount,
                """
                wait_for shows "$P" '6 7 8 9 10 11 12 13 14 15 16 17'
                is_nine() { [ "$(ls "$N" | grep -c jpg)" = 9 ]; }; wait_for is_nine; hidden "$N"; settled "$N"
                """)
            #expect(more.lines == ["0"], "\(more.text)\(more.errors)")
            // A pin keeps its collection, and gets what it lacked; another look asks for nothing.
            mount.simulator.ledger.reset()
            _ = try await Self.look(mount, "ls \"$N\" \"$P\"; ls \"$N\"")
            #expect(mount.simulator.ledger.count == 0)
        }
    }
}
