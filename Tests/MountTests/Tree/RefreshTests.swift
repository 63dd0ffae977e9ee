import PhotoSimulator
import Promises
import TestSupport
import Testing

/// `placesfs refresh`, with listings that would be good for hours.
@Suite("placesfs refresh asks the source anew", .enabled(if: Repository.canMount))
struct RefreshTests {
    private static let prelude = """
        ask() { "\(Repository.placesfs)" refresh "$@" 2>&1; echo "=$?"; }
        D="$M/\(NumberedLibrary.directory())"; C="$M/\(NumberedLibrary.country)"

        """

    @Test(.proves("`placesfs refresh PATH` asks"))
    func `a place is asked for at once, by its folder or a file in it, and shows what came`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            let before = try await mount.shell(Self.prelude + "ls \"$D\" | grep -c jpg; ask --wait \"$D\"")
            #expect(before.lines == ["3", "\(NumberedLibrary.directory()): 3 photos", "=0"], "\(before)")
            numbered.library.add(FreshnessTests.newcomer())
            let after = try await mount.shell(
                Self.prelude
                    + "ask --wait \"$D/map.geojson\"; ls \"$D\" | grep -c jpg; cd \"$D\" && ask .; ls -A | grep refresh"
            )
            #expect(after.lines == ["\(NumberedLibrary.directory()): 4 photos", "=0", "4", "=0"], "\(after)")
            #expect(mount.simulator.ledger.searches >= 3)
        }
    }

    @Test(.proves("`placesfs refresh PATH` asks"))
    func `all below a country or the mountpoint that was listed before is asked for, and nothing else`()
        async throws
    {
        let numbered = NumberedLibrary(places: 4, photosPerPlace: 2)
        try await TestMount.run(numbered.configuration) { mount in
            let listed = try await mount.shell(
                Self.prelude + """
                    ls "$M/\(NumberedLibrary.directory(0))" "$M/\(NumberedLibrary.directory(2))" > /dev/null; ls "$M/tags"
                    """)
            #expect(listed.status == 0, "\(listed.errors)")
            mount.simulator.ledger.reset()
            let country = try await mount.shell(Self.prelude + "ask --wait \"$C\"")
            #expect(
                // Whichever the source answers first.
                Set(country.lines.map { String($0.drop { $0 != ":" }) }) == [
                    ": \(NumberedLibrary.directory(0)): 2 photos", ": \(NumberedLibrary.directory(2)): 2 photos", "",
                ], "\(country)")
            #expect(country.lines.first?.hasPrefix("1 of 2") == true && country.lines.last == "=0")
            #expect(mount.simulator.ledger.searches == 2)
            let all = try await mount.shell(Self.prelude + "ask --wait \"$M\"")
            #expect(all.lines.count == 4 && all.lines.contains { $0.contains(": places: ") }, "\(all)")
            #expect(mount.simulator.ledger.searches == 4)
            let none = try await mount.shell(Self.prelude + "ask --wait \"$M/tags\"")
            #expect(none.lines == ["=0"], "no topic was listed: \(none)")
        }
    }

    @Test(.proves("`placesfs refresh PATH` asks"))
    func `a collection keeps its collection, and what the source does not bring is refused`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration) { mount in
            let refused = try await mount.shell(
                Self.prelude + """
                    mkdir "$M/pins/1,1"
                    for what in pins/1,1 pins recents .placesfs README.txt; do ask "$M/$what"; done
                    ask "$M/places/Nowhere"; ask /usr; ask ''; ask --timeout 3 "$D"; ask --wait --timeout 0 "$D"
                    touch "$M/pins/.refresh" "$C/.refresh" "$M/.refresh" 2>&1 | grep -c 'Read-only'
                    """)
            let statuses = refused.lines.filter { $0.hasPrefix("=") }
            #expect(statuses == ["=63", "=63", "=63", "=63", "=0", "=18", "=16", "=2", "=2", "=2"], "\(refused)")
            #expect(refused.lines.first?.contains("placesfs new-collection") == true)
            #expect(refused.lines.last == "3")
        }
    }

    @Test func `a source that fails leaves what was listed, and is told`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration) { mount in
            #expect(try await mount.shell(Self.prelude + "ls \"$D\"").status == 0)
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: .searches)
            let late = try await mount.shell(Self.prelude + "ask --wait --timeout 1 \"$D\"")
            #expect(late.lines.last == "=64" && late.text.contains("still being refreshed"), "\(late)")
            mount.simulator.faults.remove(gate)
            // The refresh that stalled goes on, and must not be joined by the next.
            let after = try await mount.shell(Self.prelude + "ask --wait \"$D\"")
            #expect(after.lines.last == "=0", "\(after)")
            await mount.simulator.stop()
            let failed = try await mount.shell(Self.prelude + "ask --wait \"$D\"; ls \"$D\" | grep -c jpg")
            #expect(failed.text.contains("what was listed stays"), "\(failed)")
            #expect(failed.lines.suffix(2) == ["=64", "2"])
        }
    }
}
