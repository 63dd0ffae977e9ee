import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Pins and places that are regions", .enabled(if: Repository.canMount))
struct AreaPinTests {
    /// Munich; Stuttgart and Salzburg, which lie in Bavaria's box and not in Bavaria; Hamburg.
    private static let spots = [
        PinnedWorld.Spot(48.14, 11.58, photos: 2), PinnedWorld.Spot(48.78, 9.18, photos: 3),
        PinnedWorld.Spot(47.80, 13.04, photos: 4), PinnedWorld.Spot(53.55, 10.0, photos: 5),
    ]

    private static var configuration: Simulator.Configuration {
        PinnedWorld.configuration(spots[0], spots[1], spots[2], spots[3])
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `a pin of a region shows what lies in its outline, not in its box`() async throws {
        try await TestMount.run(Self.configuration) { mount in
            let made = try await mount.inPins(
                """
                mkdir Bayern && settled Bayern; photos Bayern
                getfattr --only-values -n user.places.subtitle Bayern; echo
                getfattr --only-values -n user.places.query Bayern; echo
                mkdir Bavaria 2>&1 | grep -o 'File exists'
                mkdir 'Baviera r2km' 2>&1 | grep -o 'Invalid argument'
                getfattr --only-values -n user.places.error . | grep -o 'leave the radius out'
                mkdir Germany && settled Germany; photos Germany | wc -l
                getfattr --only-values -n user.places.subtitle Germany; echo
                """)
            #expect(
                made.lines == [
                    "0-0.jpg", "0-1.jpg", "Bavaria, Germany",
                    TestSource.current == .flickr
                        ? "its box; of what comes, what lies in the outline of Bavaria"
                        : "a circle of 257 km around its box; of what comes, what lies in the outline of Bavaria",
                    "File exists", "Invalid argument", "leave the radius out",
                    TestSource.current == .flickr ? "10" : "7", "Germany",
                ], "\(made.text)\(made.errors)")
            try await mount.unmount()
            try await mount.mount()
            let again = try await mount.inPins("touch 'Bayern/New Collection.txt' && settled Bayern; photos Bayern")
            #expect(again.lines == ["0-0.jpg", "0-1.jpg"], "after a remount it is a region still: \(again.errors)")
        }
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `a region and the point in its middle are two pins, over a remount and a lost catalog too`() async throws {
        try await TestMount.run(Self.configuration) { mount in
            let made = try await mount.inPins(
                """
                mkdir Bayern && settled Bayern
                at="$(getfattr --only-values -n user.places.latitude Bayern)"
                at="$at,$(getfattr --only-values -n user.places.longitude Bayern)"
                mkdir "$at middle" && settled "$at middle"; photos Bayern | wc -l; photos "$at middle" | wc -l
                mkdir "$at again" 2>&1 | grep -o 'File exists'
                mkdir Baviera 2>&1 | grep -o 'File exists'
                getfattr --only-values -n user.places.error . | grep -o '"Baviera" is here already, as "Bayern"'
                python3 -c "import os, sys; os.rename(sys.argv[1], 'Baviera')" "$at middle" 2>&1 | grep -o 'File exists'
                mv Bayern Bavaria && photos Bavaria | wc -l; ls -d * | grep -v map
                """)
            #expect(
                made.lines.dropLast(2) == [
                    "2", "0", "File exists", "File exists", "\"Baviera\" is here already, as \"Bayern\"", "File exists",
                    "2",
                ],
                "\(made.text)\(made.errors)")
            try await mount.unmount()
            #expect(try await mount.shell("rm \"$XDG_DATA_HOME\"/placesfs/*/catalog.sqlite*").status == 0)
            try await mount.mount()
            let again = try await mount.inPins(
                """
                settled Bavaria; photos Bavaria | wc -l; ls -d *middle | wc -l; settled *middle; photos *middle | wc -l
                mkdir Bayern 2>&1 | grep -o 'File exists'
                """)
            #expect(again.lines == ["2", "1", "0", "File exists"], "\(again.text)\(again.errors)")
        }
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `README.txt of places and pins says how regions are asked for`() async throws {
        try await TestMount.run(Self.configuration) { mount in
            let said = try await mount.shell("grep -c -e user.places.query -e 'placesfs info' \"$M\"/p*s/README.txt")
            #expect(said.lines.allSatisfy { !$0.hasSuffix(":0") } && said.lines.count == 2, "\(said.text)")
        }
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `of a region in whose box others photograph more there are fifty, and another fifty`() async throws {
        let configuration = PinnedWorld.configuration(
            PinnedWorld.Spot(47.80, 13.04, photos: 700), PinnedWorld.Spot(48.14, 11.58, photos: 120, age: 100_000))
        try await TestMount.run(configuration) { mount in
            let made = try await mount.inPins(
                """
                mkdir Bayern && settled Bayern; photos Bayern | sort > "$T/first"; wc -l < "$T/first"
                touch 'Bayern/New Collection.txt' && settled Bayern; photos Bayern | sort > "$T/second"
                wc -l < "$T/second"; sort -u "$T/first" "$T/second" | wc -l; grep -vc '^1-' "$T/second"
                mkdir -p ../places/Germany/Bavaria; photos ../places/Germany/Bavaria | wc -l
                """)
            #expect(made.lines == ["50", "50", "100", "0", "50"], "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("A region, island, park, lake, range or country"))
    func `a region is a place of its country`() async throws {
        try await TestMount.run(Self.configuration) { mount in
            let made = try await mount.shell(
                """
                cd "$M/places/Germany" && mkdir Bavaria && ls Bavaria | grep -c 'jpg$'
                mkdir Bayern 2>&1 | grep -o 'File exists'
                """)
            #expect(made.lines == ["2", "File exists"], "\(made.text)\(made.errors)")
        }
    }
}
