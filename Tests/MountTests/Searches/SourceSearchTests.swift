import PhotoSimulator
import Promises
import TestSupport
import Testing

/// On both services, as the simulator answers them.
@Suite("A search that a service answers", .enabled(if: Repository.canMount))
struct SourceSearchTests {
    private static let here = PinnedWorld.Spot(10, 10, photos: 130)
    private static let far = PinnedWorld.Spot(-30, 30, photos: 5)

    private static let functions = """
        settled() { for _ in $(seq 600); do
            case $(getfattr --absolute-names --only-values -n user.places.state "$1" 2>/dev/null) in
                fresh|stale) return 0 ;; esac; sleep 0.05; done; echo "$1: no photos" >&2; return 1; }
        photos() { ls "$1" | grep '\\.jpg$'; }
        cd "$M/search" || exit 1

        """

    @Test(.proves("The first 50 photos of a larger search"))
    func `a search for more than fifty photos shows fifty first, and all in the end`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.here, Self.far)) { mount in
            let found = try await mount.shell(
                Self.functions + """
                    q='near 10,10, 120 photos'; mkdir "$q" && ls "$q" | grep -c 'jpg$' > "$T/first"; settled "$q"
                    photos "$q" | wc -l; getfattr --only-values -n user.places.query "$q"; echo
                    [ "$(cat "$T/first")" -ge 50 ] && echo at once
                    mkdir 'near -30,30'; settled 'near -30,30'; photos 'near -30,30' | wc -l
                    """)
            #expect(
                found.lines == ["120", "120 photos within 5 km of 10,10", "at once", "5"],
                "\(found.text)\(found.errors)")
        }
    }

    @Test func `without a network a search is made all the same, and filled when the source answers`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.far)) { mount in
            mount.simulator.faults.add(.hangUp, on: .api)
            let made = try await mount.shell(
                Self.functions + "mkdir 'near -30,30' && ls; mkdir 'in Xyzzyqwk' 2>&1 | grep -o ': [A-Z][a-z].*$'")
            #expect(made.lines == ["near -30,30", ": Connection timed out"], "\(made.text)\(made.errors)")
            mount.simulator.faults.removeAll()
            let filled = try await mount.shell(
                Self.functions + """
                    for _ in $(seq 400); do touch 'near -30,30/.refresh' 2>/dev/null
                        [ "$(photos 'near -30,30' | wc -l)" = 5 ] && break; sleep 0.1; done
                    photos 'near -30,30' | wc -l
                    """)
            #expect(filled.lines == ["5"], "\(filled.text)\(filled.errors)")
        }
    }
}
