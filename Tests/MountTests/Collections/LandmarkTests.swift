import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Names that the built-in list does not know: the source is asked, while somebody waits a moment.
@Suite("Landmarks that only the source knows", .enabled(if: Repository.canMount), .serialized)
struct LandmarkTests {
    private static let name = "Zyxwvut Rock"
    private static let find =
        switch TestSource.current {
        case .flickr: Fault.Match(method: "flickr.places.find")
        case .commons: Fault.Match(path: "prop=coordinates")
        }
    private static let patient = ["--first-byte-timeout", "100", "--low-speed-time", "100"]

    /// Four photos at 10°, 20°, and a landmark there.
    private static func run(
        _ options: [String] = [], _ body: (TestMount) async throws -> Void
    ) async throws {
        let spot = PinnedWorld.Spot(10, 20, photos: 4)
        var configuration = PinnedWorld.configuration(spot)
        let area = SimulatedPlace.Area(woeid: "1", placeID: "sim.1", name: "Farland")
        if case .custom(let library) = configuration.library {
            library.add(
                SimulatedPlace(
                    woeid: "777", placeID: "sim.777", name: Self.name, region: area, country: area,
                    position: .init(latitude: 10, longitude: 20)))
        }
        configuration.behaviour.categoryPositions[Self.name] = .init(latitude: 10, longitude: 20)
        try await TestMount.run(configuration, options: options, body)
    }

    private static func asked(_ mount: TestMount) -> Int {
        mount.simulator.ledger.entries.count {
            $0.path.contains("prop=coordinates") && !$0.path.contains("imageinfo")
                || $0.arguments["method"] == "flickr.places.find"
        }
    }

    @Test(.proves("What the gazetteer does not know"))
    func `a landmark is pinned where the source says it is, and never asked for again`() async throws {
        try await Self.run { mount in
            let made = try await mount.inPins(
                """
                mkdir 'zyxwvut rock r2km' && settled 'zyxwvut rock r2km' && photos 'zyxwvut rock r2km' | wc -l
                getfattr --only-values -n user.places.subtitle zyx*; echo
                getfattr --only-values -n user.places.latitude zyx*; echo
                mkdir 10,20 2>&1 | grep -o 'File exists'
                """)
            #expect(made.lines.count == 4, "\(made.text)\(made.errors)")
            #expect(made.lines.first == "4" && made.lines.last == "File exists", "\(made.errors)")
            #expect(made.lines.dropFirst().first?.hasPrefix("Zyxwvut Rock, ") == true, "\(made.text)")
            #expect(made.lines.dropFirst(2).first == "10")
            let asked = Self.asked(mount)
            #expect(asked > 0)
            try await mount.unmount()
            try await mount.mount()
            let again = try await mount.inPins(
                "rmdir zyx* && mkdir 'Untitled Folder' && mv -T 'Untitled Folder' 'ZYXWVUT-ROCK' && ls | grep ZYX")
            #expect(again.text == "ZYXWVUT-ROCK", "\(again.errors)")
            #expect(Self.asked(mount) == asked)
        }
    }

    @Test(.proves("What the gazetteer does not know"))
    func `what the source does not know either is refused with the nearest names, and asked for once`()
        async throws
    {
        try await Self.run { mount in
            let refused = try await mount.inPins(
                """
                for try in 1 2; do LC_ALL=C mkdir 'Munchenn Qqq' 2>&1 | grep -o 'No such.*'; done; ls | grep Qqq
                LC_ALL=C mkdir Munchenn 2>&1 | grep -o 'No such.*'
                getfattr --only-values -n user.places.error .
                """)
            #expect(refused.lines.prefix(3) == Array(repeating: "No such file or directory", count: 3)[...])
            #expect(refused.lines.last?.contains("Munich, Germany") == true, "\(refused.text)\(refused.errors)")
            let bound = TestSource.current == .flickr ? 2 : 4
            #expect(Self.asked(mount) <= bound)
        }
    }

    @Test(.proves("What the gazetteer does not know"))
    func `a source that is silent is waited for a moment, and its later answer is kept`() async throws {
        try await Self.run(Self.patient) { mount in
            let fault = mount.simulator.faults.add(.stallBeforeHead, on: Self.find)
            let silent = try await mount.inPins(
                """
                LC_ALL=C mkdir 'Zyxwvut Rock' 2>&1 | grep -o 'Connection.*'; ls | grep -i zyx
                getfattr --only-values -n user.places.error .; echo
                LC_ALL=C mkdir Annecy && echo made
                LC_ALL=C mkdir 'Untitled Folder' && LC_ALL=C mv -T 'Untitled Folder' 'Zyxwvut Rock' 2>&1 | grep -o 'Connection.*'
                ls | grep Untitled
                """)
            #expect(silent.lines.count == 5, "\(silent.text)\(silent.errors)")
            #expect(silent.lines.first == "Connection timed out" && silent.lines.dropFirst(2).first == "made")
            #expect(silent.lines.dropFirst(1).first?.contains("is still looking for \"Zyxwvut Rock\"") == true)
            #expect(silent.lines.suffix(2) == ["Connection timed out", "Untitled Folder"])
            mount.simulator.faults.remove(fault)
            let later = try await mount.inPins(
                "wait_for mv -T 'Untitled Folder' 'Zyxwvut Rock' && ls | grep -c Zyxwvut; ls | grep -c Untitled")
            #expect(later.lines == ["1", "0"], "\(later.errors)")
        }
    }

    @Test(.proves("What the gazetteer does not know"))
    func `six names that nobody knows hold the folder no longer than one, and are all asked for`() async throws {
        try await Self.run(Self.patient) { mount in
            let fault = mount.simulator.faults.add(.stallBeforeHead, on: Self.find)
            let clock = ContinuousClock()
            let start = clock.now
            let made = try await mount.inPins(
                """
                for n in 1 2 3 4 5; do LC_ALL=C mkdir "Nowhere $n" 2> "$T/said-$n" & done
                LC_ALL=C mkdir 'Zyxwvut Rock' 2> "$T/said-6" & wait
                LC_ALL=C mkdir 'Zyxwvut Rock' 2> "$T/said-7"
                ls > /dev/null; cat "$T"/said-? | grep -c 'Connection timed out'
                """)
            #expect(made.text == "7", "\(made.text)\(made.errors)")
            #expect(clock.now - start < .seconds(17), "six waits of three seconds are 18")
            mount.simulator.faults.remove(fault)
            let later = try await mount.inPins("wait_for mkdir 'Zyxwvut Rock' && ls | grep -c Zyxwvut")
            #expect(later.text == "1", "\(later.errors)")
        }
    }

    @Test(.proves("What the gazetteer does not know")) func `an interrupt ends the wait`() async throws {
        try await Self.run(Self.patient) { mount in
            mount.simulator.faults.add(.stallBeforeHead, on: Self.find)
            // An error would be status 1. Each waits three seconds when nobody interrupts it.
            let ended = try await mount.inPins(
                """
                begun=${EPOCHREALTIME/./}
                for try in 1 2 3; do
                    timeout --preserve-status -s INT 0.5 mkdir 'Zyxwvut Rock'; echo $?
                done
                [ $(((${EPOCHREALTIME/./} - begun) / 1000)) -lt 8000 ] && echo soon
                """)
            #expect(ended.lines == ["130", "130", "130", "soon"], "\(ended.text)\(ended.errors)")
        }
    }

    @Test(.proves("What the gazetteer does not know"))
    func `a landmark without a network is "Network is unreachable", and what the list knows is pinned all the same`()
        async throws
    {
        try await Self.run { mount in
            await mount.simulator.stop()
            let made = try await mount.inPins(
                """
                LC_ALL=C mkdir 'Zyxwvut Rock' 2>&1 | grep -o 'Network.*'
                mkdir 'Eiffel Tower' Annecy && ls | grep -c -e Eiffel -e Annecy
                mkdir Zyx 2> /dev/null
                getfattr --only-values -n user.places.error . | grep -o 'built-in list, and .* could not be asked'
                """)
            #expect(made.lines.prefix(2) == ["Network is unreachable", "2"], "\(made.errors)")
            #expect(made.lines.count == 3, "\(made.text)")
        }
    }

    @Test(.proves("A place that nobody knows is", "`mkdir search/"))
    func `a search in a place that only the source knows is made by mkdir, and shows its photos`() async throws {
        try await Self.run { mount in
            let made = try await mount.inPins(
                """
                cd "$M/search"; mkdir 'near zyxwvut rock' && photos 'near zyxwvut rock' | wc -l
                getfattr --only-values -n user.places.query near*; echo
                mkdir 'in Zyxwvut Rock' 2>&1 | grep -o 'File exists'
                """)
            #expect(made.lines.first == "4" && made.lines.last == "File exists", "\(made.text)\(made.errors)")
            #expect(made.text.contains("photos within 5 km of Zyxwvut Rock, "), "\(made.text)")
        }
    }

    @Test(.proves("A place that nobody knows is", "What the gazetteer does not know"))
    func `a new folder that is renamed to such a search is refused until the source has answered`() async throws {
        try await Self.run { mount in
            let made = try await mount.inPins(
                """
                cd "$M/search"; q='in Zyxwvut Rock'
                mkdir 'Untitled Folder' && LC_ALL=C mv -T 'Untitled Folder' "$q" 2>&1 | grep -o 'Connection.*'
                wait_for mv -T 'Untitled Folder' "$q" && photos "$q" | wc -l
                """)
            #expect(made.lines == ["Connection timed out", "4"], "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("`placesfs search QUERY`"))
    func `the command knows the landmarks that the mount learnt, also of what is known`() async throws {
        try await Self.run { mount in
            let made = try await mount.inPins(
                """
                mkdir 'Zyxwvut Rock'; photos 'Zyxwvut Rock' | wc -l
                cd "$M/search"; q='known, near Zyxwvut Rock'
                mkdir "$q" && photos "$q" | wc -l; getfattr --only-values -n user.places.query "$q"; echo
                """)
            #expect(made.lines.count == 3 && made.lines.prefix(2) == ["4", "4"], "\(made.text)\(made.errors)")
            let asked = Self.asked(mount)
            for words in ["known, near Zyxwvut Rock", "near Zyxwvut Rock, known, 10 photos"] {
                let printed = try await mount.shell("cd \"$M/search\"; '\(Repository.placesfs)' search '\(words)'")
                #expect(printed.status == 0 && printed.lines.count == 4, "\(printed.text)\(printed.errors)")
            }
            let sentence = try await mount.shell(
                "cd \"$M/search\"; '\(Repository.placesfs)' search 'known, near Zyxwvut Rock' 2>&1 > /dev/null")
            #expect(sentence.text == made.lines.last, "\(sentence.text)")
            #expect(Self.asked(mount) == asked)
            let unknown = try await mount.shell(
                "cd \"$M/search\"; '\(Repository.placesfs)' search 'known, near Nowhereqwk'")
            #expect(unknown.status != 0 && unknown.errors.contains("nothing is known that is called"))
        }
    }
}
