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
