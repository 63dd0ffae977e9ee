import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A pin is a folder that somebody makes", .enabled(if: Repository.canMount))
struct PinTests {
    private static let tower = PinnedWorld.Spot(48.8584, 2.2945, photos: 7)

    // Commons is asked in two steps, and the source ends after the first here.
    @Test(.proves("`mkdir pins/48.8584,2.2945`"), .enabled(if: TestSource.current == .flickr))
    func `mkdir starts fetching the collection at once, without a look at the folder, and no image`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            #expect(mount.searches == 0)
            let made = try await mount.shell("exec mkdir \"$M/pins/48.8584,2.2945 Eiffel Tower\"")
            #expect(made.status == 0, "\(made.errors)")
            let wanted: [String: String] =
                switch TestSource.current {
                case .flickr: ["lat": "48.858400", "lon": "2.294500", "radius": "5.000"]
                case .commons: ["gscoord": "48.858400|2.294500", "gsradius": "5000"]
                }
            let isAsked = await mount.asked(1) { entry in
                entry.isSearch && entry.isComplete && wanted.allSatisfy { entry.arguments[$0.key] == $0.value }
            }
            #expect(isAsked)
            // What came is there when the source is not.
            mount.simulator.faults.add(.hangUp, on: .api)
            let listed = try await mount.inPins("settled 48*; photos 48*; ls -A 48* | wc -l")
            #expect(listed.lines == (0..<7).map { "0-\($0).jpg" } + ["19"], "\(listed.errors)")
            #expect(mount.searches == 1 && mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("A collection (what a pin"))
    func `a collection lists photos of five kilometres around, fifty at most`() async throws {
        let here = PinnedWorld.Spot(10, 10, photos: 60)
        let near = PinnedWorld.Spot(10.04, 30, photos: 3)
        let far = PinnedWorld.Spot(10.05, 30, photos: 3)
        try await TestMount.run(PinnedWorld.configuration(here, near, far)) { mount in
            let listed = try await mount.inPins(
                """
                mkdir 10,10 10,30 && settled 10,10 && settled 10,30
                photos 10,10 | wc -l; photos 10,30
                getfattr --only-values -n user.places.count 10,10; echo
                getfattr --only-values -n user.places.total 10,10; echo
                """)
            #expect(listed.lines == ["50", "1-0.jpg", "1-1.jpg", "1-2.jpg", "50", "60"], "\(listed.errors)")
        }
    }

    @Test(.proves("A pin is its point"))
    func `pins are listed as they were typed, in alphabetical order, after a remount and a kill, too`()
        async throws
    {
        let names = [
            "+3.50,-4.25 With words", "-5.5, 6.0000", "0,0", "1,2", "10.0,20 Ünïcödé 東京", "48.8584,2.2945",
            "7,  8   three blanks",
            "89.99999,-179.99999 it's \"quoted\" $HOME; rm", "Annecy",
        ]
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            try mount.write(Array(names.joined(separator: "\n").utf8), to: "names")
            let made = try await mount.inPins(
                "while read -r name || [ -n \"$name\" ]; do mkdir -- \"$name\" || exit 1; done < \"$T/names\"; ls")
            let listed = names + ["map.geojson", "map.html"]
            #expect(made.status == 0 && made.lines == listed, "\(made.text)\(made.errors)")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.inPins("ls").lines == listed)
            let pid = try await mount.daemon()
            #expect(try await mount.shell("kill -9 \(pid)").status == 0)
            try await mount.mount()
            let again = try await mount.inPins("ls; stat -c %s .; getfattr --only-values -n user.places.count .")
            #expect(again.lines == listed + ["9", "9"], "\(again.errors)")
        }
    }

    @Test(.proves("`mkdir pins/48.8584,2.2945`", "A pin's `user.places.subtitle`"))
    func `words behind the point are its title, and the nearest place its subtitle`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let told = try await mount.inPins(
                """
                mkdir '48.8584,2.2945  Eiffel Tower ' 45.9,6.1 Annecy
                for pin in 48* 45* Annecy; do
                    for name in title subtitle latitude longitude; do
                        getfattr --only-values -n user.places.$name "$pin"; echo
                    done
                done
                """)
            let lines = told.lines
            try #require(lines.count == 12, "\(told.text)\(told.errors)")
            #expect(lines[0] == "Eiffel Tower" && lines[1].contains("Paris") && lines[1].contains("km"))
            #expect(Array(lines[2...4]) == ["48.8584", "2.2945", "45.9,6.1"])
            #expect(lines[5].hasPrefix("in "), "\(lines[5])")
            #expect(lines[8] == "Annecy" && lines[10].hasPrefix("45.9") && lines[11].hasPrefix("6.1"))
        }
    }

    @Test(.proves("`mv` takes a pin"))
    func `mv takes a pin to another point with another collection, and it stays the same folder`() async throws {
        let configuration = PinnedWorld.configuration(Self.tower, PinnedWorld.Spot(-33.9, 18.4, photos: 3))
        try await TestMount.run(configuration) { mount in
            let moved = try await mount.inPins(
                """
                mkdir '48.8584,2.2945 Eiffel Tower' && settled 48*; photos 48* | wc -l; stat -c %i 48* > "$T/before"
                cat 48*/0-0.jpg > "$T/viewed"
                mv 48* './-33.9,18.4 Table Mountain' && settled ./-33*
                ls; photos ./-33*
                stat -c %i ./-33* | cmp - "$T/before" && echo same
                getfattr --only-values -n user.places.title ./-33*; echo
                ls './-33.9,18.4 Table Mountain/0-1.geojson' 2>&1 | grep -o 'No such.*'
                """)
            #expect(
                moved.lines == [
                    "7", "-33.9,18.4 Table Mountain", "map.geojson", "map.html", "1-0.jpg", "1-1.jpg", "1-2.jpg",
                    "same",
                    "Table Mountain", "No such file or directory",
                ], "\(moved.errors)")
            #expect(mount.searches == 2)
            // Another spelling of its own point, or other words: the collection stays as it is.
            let renamed = try await mount.inPins(
                """
                mv './-33.9,18.4 Table Mountain' './-33.90000,18.4 Tafelberg' && mv ./-33* ./-33.9,18.40 && ls
                photos ./-33* | wc -l; stat -c %i ./-33* | cmp - "$T/before" && echo same
                """)
            #expect(renamed.lines == ["-33.9,18.40", "map.geojson", "map.html", "3", "same"], "\(renamed.errors)")
            #expect(mount.searches == 2)
            try await mount.unmount()
            try await mount.mount()
            #expect(
                try await mount.inPins("ls; photos ./-33* | wc -l").lines == [
                    "-33.9,18.40", "map.geojson", "map.html", "3",
                ])
        }
    }

    @Test func `maps of a collection and of all pins tell what is there`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.tower)) { mount in
            let maps = try await mount.inPins(
                """
                mkdir '48.8584,2.2945 Eiffel Tower' 1,1 && settled 48* && settled 1,1
                for map in map.geojson 48*/map.geojson 1,1/map.geojson; do grep -o '"Point"' "$map" | wc -l; done
                rmdir 1,1; grep -o '"Point"' map.geojson | wc -l
                mv 48* 2,2; grep -c Eiffel map.geojson
                """)
            #expect(maps.lines == ["2", "7", "0", "1", "0"], "\(maps.errors)")
        }
    }
}
