import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Where people photograph now, by what the simulated service tells of photos that were sent last.
@Suite("Places that people photograph now", .enabled(if: Repository.canMount))
struct PopularPlacesTests {
    private static let paris = SimulatedPosition(latitude: 48.8599, longitude: 2.3266)
    private static let nice = SimulatedPosition(latitude: 43.7034, longitude: 7.2663)
    private static let kyoto = SimulatedPosition(latitude: 35.0116, longitude: 135.7681)
    /// Not in the built-in list of `places/`.
    private static let dinan = SimulatedPosition(latitude: 48.4541, longitude: -2.0482)
    private static let sea = SimulatedPosition(latitude: 0, longitude: -30)

    /// A photo that a person sent some hours ago.
    private static func sent(
        _ number: Int, by person: String, _ position: SimulatedPosition?, hoursAgo: Int = 2
    ) -> SimulatedPhoto {
        SimulatedPhoto(
            id: String(54_000_000_000 + number), title: "Photo \(number)", owner: "\(person)@N00", ownerName: person,
            uploaded: Int64(Date().timeIntervalSince1970) - Int64(hoursAgo) * 3600, position: position, views: number)
    }

    private static func configuration(_ photos: [SimulatedPhoto]) -> Simulator.Configuration {
        var configuration = Simulator.Configuration(
            library: .custom(.synthetic(places: 0, photosPerPlace: 0)))
        if case .custom(let library) = configuration.library { photos.forEach { library.add($0) } }
        // Of both services, as they are today.
        configuration.behaviour.hasTopPlaces = false
        return configuration
    }

    /// Twenty of one person in Nice, and of others in Paris, Dinan and at sea.
    private static let day =
        (1...20).map { sent($0, by: "Many", nice) } + [
            sent(31, by: "Ann", paris), sent(32, by: "Bob", paris), sent(33, by: "Cid", paris),
            sent(34, by: "Ann", paris), sent(41, by: "Ann", dinan), sent(42, by: "Dan", dinan),
            sent(51, by: "Ann", sea), sent(52, by: "Bob", sea), sent(61, by: "Old", kyoto, hoursAgo: 200),
            sent(62, by: "Older", kyoto, hoursAgo: 200),
        ]

    private static func rank(_ place: String, _ attribute: String = "rank") -> String {
        "getfattr --only-values -n user.places.\(attribute) \"$M/places/\(place)\" 2> /dev/null"
    }

    /// Waits until a place has this rank, and the number of people; prints both.
    private static func await(_ place: String, _ rank: String) -> String {
        """
        for try in $(seq 600); do [ "$(\(self.rank(place)))" = "\(rank)" ] && break; sleep 0.1; done
        echo "$(\(self.rank(place))) $(\(self.rank(place, "count_now")))"
        """
    }

    /// Waits until README.txt says so; prints its line.
    private static func awaitReadme(_ words: String) -> String {
        "for try in $(seq 600); do grep -e '\(words)' \"$M/README.txt\" && exit; sleep 0.1; done; exit 97"
    }

    /// Makes all lists so many days older, as a mount of today finds them later.
    private static func age(_ days: Int) -> String {
        """
        python3 -c '
        import glob, os, sqlite3
        for path in glob.glob(os.environ["XDG_DATA_HOME"] + "/placesfs/*/catalog.sqlite"):
            with sqlite3.connect(path) as catalog:
                for table in ("sentList", "sentPhoto"):
                    catalog.execute("UPDATE " + table + " SET moment = moment - 86400 * \(days)")
        '
        """
    }

    private static let popular = "\(Repository.placesfs) places --popular"

    @Test(
        .proves("Where people photograph now is counted", "`placesfs places --popular` prints"))
    func `people are counted and not photos, and nobody at sea, once a day`() async throws {
        try await TestMount.run(Self.configuration(Self.day)) { mount async throws in
            #expect(try await mount.shell(Self.await("France/Paris", "1")).text == "1 3")
            #expect(try await mount.shell(Self.await("France/Dinan", "2")).text == "2 2")
            #expect(try await mount.shell("ls \"$M/places/France\"").lines.contains("Dinan"))
            #expect(try await mount.shell(Self.rank("France/Nice")).text == "", "one person, twenty photos")
            #expect(try await mount.shell(Self.rank("Japan/Kyoto")).text == "", "sent last week")
            for map in ["places", "places/France"] {
                let first = try await mount.shell("grep -m 2 '\"Feature\"' \"$M/\(map)/map.geojson\"").lines
                #expect(first.count == 2 && first[0].contains("\"Paris\"") && first[0].contains("\"rank\":1"))
                #expect(first.last?.contains("\"rank\":2,\"count_now\":2") == true, "\(map): \(first)")
            }
            let told = try await mount.shell("grep 'People photograph' \"$M/README.txt\"").text
            #expect(
                told
                    == "People photograph most in 2 places now, as what they sent last tells: `placesfs places --popular`."
            )
            let list = try await mount.shell(Self.popular)
            #expect(list.lines == ["  1  France/Paris, 3 people", "  2  France/Dinan, 2 people"], "\(list.errors)")
            let json = try await mount.shell("\(Self.popular) --json --limit 1")
            #expect(json.text.contains("\"rank\" : 1") && !json.text.contains("Dinan"))
            let asked = mount.simulator.ledger.entries.filter(\.isOfSentPhotos)
            #expect(asked.count == 1, "few photos need one request: \(asked.map(\.path))")

            // Another mount of the day asks nobody, and one without a network shows what is known.
            try await mount.unmount()
            await mount.simulator.stop()
            try await mount.mount(["--connect-timeout", "1s", "--retries", "1"])
            #expect(try await mount.shell(Self.await("France/Paris", "1")).text == "1 3")
            #expect(try await mount.shell("ls \"$M/places/France\"").lines.contains("Dinan"))
            try await mount.unmount()
            #expect(try await mount.shell(Self.popular).lines.count == 2)
            // The sample learns of no such places: where somebody stands in it, the lists of the others are meant.
            let placesfs = Repository.placesfs
            let inSample = try await mount.shell(
                """
                mkdir sample && \(placesfs) mount --source sample sample || exit
                (cd sample && \(placesfs) places --popular)
                \(placesfs) unmount sample
                """)
            #expect(inSample.lines.count == 2, "\(inSample.text)\(inSample.errors)")
        }
    }

    @Test(.proves("Where people photograph now is counted"))
    func `a source that does not say holds nobody up, and README says what is not known`() async throws {
        try await TestMount.run(Self.configuration(Self.day)) { mount async throws in
            try await mount.unmount()
            _ = try await mount.shell("rm -rf \"$XDG_DATA_HOME\"")
            let stall = mount.simulator.faults.add(.stallBeforeHead, on: .sentPhotos)
            try await mount.mount()
            let begun = ContinuousClock.now
            #expect(try await mount.shell("ls \"$M/places\"").lines.contains("France"))
            #expect(begun.duration(to: .now) < .seconds(10))
            #expect(
                try await mount.shell(Self.awaitReadme("Where people photograph now is not known yet")).text != "")
            #expect(try await mount.shell(Self.rank("France/Paris")).text == "")
            let none = try await mount.shell(Self.popular)
            #expect(none.status == 1 && none.errors.contains("where people photograph now is not known"))
            mount.simulator.faults.remove(stall)
            #expect(try await mount.shell(Self.await("France/Paris", "1")).text == "1 3")
        }
    }

    @Test(.proves("While that is not known, or no place"))
    func `with nothing there is no rank, and README says why`() async throws {
        let alone = [Self.sent(1, by: "Ann", Self.paris), Self.sent(2, by: "Bob", Self.nice)]
        try await TestMount.run(Self.configuration(alone)) { mount async throws in
            let why = try await mount.shell(Self.awaitReadme("no place has photos by two people"))
            #expect(why.text.contains("Where people photograph now is not known"), "\(why.text)")
            #expect(try await mount.shell(Self.rank("France/Paris")).text == "")
            #expect(try await mount.shell("grep -c '\"rank\"' \"$M/places/map.geojson\"").text == "0")
        }
        try await TestMount.run(Self.configuration(Self.day)) { mount async throws in
            try await mount.unmount()
            _ = try await mount.shell("rm -rf \"$XDG_DATA_HOME\"")
            mount.simulator.faults.add(.htmlUnder200, on: .sentPhotos)
            try await mount.mount()
            let why = try await mount.shell(Self.awaitReadme("what was sent last did not come"))
            #expect(why.text.contains("(") && why.lines.count == 1, "\(why.text)")
        }
    }

    @Test func `with few places seven days count together, and older lists not at all`() async throws {
        let configuration = Self.configuration([Self.sent(1, by: "Ann", Self.dinan)])
        try await TestMount.run(configuration) { mount async throws in
            #expect(try await mount.shell(Self.awaitReadme("no place has photos by two people")).status == 0)
            try await mount.unmount()
            #expect(try await mount.shell(Self.age(5)).status == 0)
            mount.simulator.library.remove("54000000001")
            mount.simulator.library.add(Self.sent(2, by: "Bob", Self.dinan))
            try await mount.mount()
            #expect(try await mount.shell(Self.await("France/Dinan", "1")).text == "1 2")
            let told = try await mount.shell("grep 'in seven days' \"$M/README.txt\"").text
            #expect(told.contains("in one place now"), "\(told)")
            #expect(mount.simulator.ledger.entries.filter(\.isOfSentPhotos).count == 2)
            try await mount.unmount()
            #expect(try await mount.shell(Self.age(3)).status == 0)
            mount.simulator.library.remove("54000000002")
            mount.simulator.library.add(Self.sent(3, by: "Cid", Self.dinan))
            try await mount.mount()
            #expect(try await mount.shell(Self.await("France/Dinan", "1")).text == "1 2", "Bob and Cid")
            try await mount.unmount()
            #expect(try await mount.shell(Self.age(8)).status == 0)
            mount.simulator.faults.add(.htmlUnder200, on: .sentPhotos)
            try await mount.mount()
            #expect(try await mount.shell(Self.awaitReadme("what was sent last did not come")).status == 0)
            #expect(try await mount.shell(Self.rank("France/Dinan")).text == "")
            #expect(try await !mount.shell("ls \"$M/places/France\"").lines.contains("Dinan"))
        }
    }

    @Test(.enabled(if: TestSource.current == .flickr))
    func `an empty search makes Flickr's interesting photos tell, of which few have a position`() async throws {
        let photos = (1...5).flatMap { number in
            [("Ann", Self.kyoto), ("Bob", Self.kyoto), ("Cid", Self.paris)].enumerated().map { index, row in
                Self.sent(number * 10 + index, by: row.0, number == 1 ? row.1 : nil, hoursAgo: 60)
            }
        }
        try await TestMount.run(Self.configuration(photos)) { mount async throws in
            #expect(try await mount.shell(Self.await("Japan/Kyoto", "1")).text == "1 2")
            #expect(try await mount.shell(Self.rank("France/Paris")).text == "")
            #expect(mount.simulator.ledger.count(of: "flickr.interestingness.getList") == 1)
            #expect(mount.simulator.ledger.entries.filter(\.isOfSentPhotos).count == 2)
        }
    }

    @Test(.enabled(if: TestSource.current == .commons))
    func `a search that ran out of time makes Commons' quality images tell`() async throws {
        var judged = [
            Self.sent(71, by: "Ann", Self.kyoto, hoursAgo: 500), Self.sent(72, by: "Bob", Self.kyoto, hoursAgo: 500),
        ]
        for index in judged.indices { judged[index].tags = ["Quality images"] }
        var configuration = Self.configuration(judged + Self.day)
        configuration.behaviour.resultsBeforeTimeout = 25
        try await TestMount.run(configuration) { mount async throws in
            #expect(try await mount.shell(Self.await("Japan/Kyoto", "1")).text == "1 2")
            #expect(try await mount.shell(Self.rank("France/Paris")).text == "", "the part that came does not count")
            #expect(mount.simulator.ledger.count(of: "commons.category") == 1)
            #expect(mount.simulator.ledger.entries.filter(\.isOfSentPhotos).count == 2)
        }
    }
}
