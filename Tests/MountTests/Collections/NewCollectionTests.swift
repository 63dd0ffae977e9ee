import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Another collection takes the former one's place", .enabled(if: Repository.canMount))
struct NewCollectionTests {
    private static let many = PinnedWorld.Spot(1, 1, photos: 120)
    private static let search = Fault.Match.searches

    /// In the collection.
    private static let ways = [
        "touch 'New Collection.txt'", "touch .new-collection", "> .new-collection", ": > .new-collection",
        "python3 -c 'import os; os.close(os.open(\".new-collection\", os.O_CREAT | os.O_WRONLY))'", "rm *.jpg",
        "rm -f ./*",
        "python3 -c 'import os; os.utime(\"New Collection.txt\")'",
    ]

    @Test(.proves("`touch"), arguments: ways)
    func `a new collection is asked for in many ways, and is another one`(way: String) async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let collected = try await mount.inPins(
                """
                mkdir 1,1 && settled 1,1 && photos 1,1 > "$T/before"; cp '1,1/New Collection.txt' "$T/told"
                cd 1,1 && \(way) || exit 9
                ls .new-collection 2>&1 | grep -o 'No such.*'; ls -A | grep -c '^.new'
                wait_for ls 'New Collection.txt'
                """)
            #expect(collected.lines == ["No such file or directory", "0"], "\(collected)")
            #expect(await mount.asked(2) { $0.isSearch && $0.isComplete })
            let shown = try await mount.inPins(
                """
                differs() { settled 1,1 && photos 1,1 > "$T/after" && [ -s "$T/after" ] && ! cmp -s "$T/before" "$T/after"; }
                wait_for differs; wc -l < "$T/before"
                cmp -s "$T/told" '1,1/New Collection.txt' || echo told
                ls 1,1/.new-collection 2>&1 | grep -o 'No such.*'
                """)
            #expect(shown.lines == ["50", "told", "No such file or directory"], "\(shown)")
        }
    }

    @Test(.proves("Deleting `New Collection.txt`"))
    func `deleting the file alone brings another collection, and rm of everything removes the pin`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let collected = try await mount.inPins(
                """
                mkdir 1,1 2,2 && settled 1,1 && settled 2,2 && photos 1,1 > "$T/before"
                head -3 '1,1/New Collection.txt' | grep -c .; sed -n 4p '1,1/New Collection.txt' | grep -o 'delete this file'
                rm -r 2,2 && ls; rm '1,1/New Collection.txt'; ls 1,1 | grep Collection
                differs() { settled 1,1 && photos 1,1 > "$T/after" && [ -s "$T/after" ] && ! cmp -s "$T/before" "$T/after"; }
                wait_for differs && echo other
                """)
            #expect(
                collected.lines == [
                    "2", "delete this file", "1,1", "map.geojson", "map.html", "New Collection.txt", "other",
                ], "\(collected)")
            // One for each pin, and one for the other collection.
            #expect(mount.searches == 3)
        }
    }

    /// By the arguments of Flickr's searches.
    @Test(.proves("`touch"), .enabled(if: TestSource.current == .flickr))
    func `a new collection is never the same set while there is another, ever within the first four thousand results`()
        async throws
    {
        try await TestMount.run(PinnedWorld.configuration(PinnedWorld.Spot(1, 1, photos: 4_300))) { mount in
            let collected = try await mount.inPins(
                """
                mkdir 1,1 && settled 1,1 || exit 9
                for round in $(seq 60); do
                    photos 1,1 > "$T/before"; touch '1,1/New Collection.txt' && settled 1,1 || exit 8
                    photos 1,1 > "$T/after"; wc -l < "$T/after"; comm -12 "$T/before" "$T/after" | wc -l
                done | sort | uniq -c
                """)
            #expect(collected.lines.map { $0.split(separator: " ") } == [["60", "0"], ["60", "50"]], "\(collected)")
            let pages = mount.simulator.ledger.entries.filter { $0.isSearch }.map { entry in
                (
                    entry.arguments["page"].flatMap { Int($0) } ?? 1,
                    entry.arguments["per_page"].flatMap { Int($0) } ?? 100
                )
            }
            #expect(pages.count == 61)
            #expect(pages.allSatisfy { page, size in page >= 1 && page * size <= 4_000 }, "\(pages)")
            #expect(Set(pages.map(\.0)).count > 10, "by chance")
        }
    }

    @Test(.proves("`touch")) func `where there is no other, the same photos come again`() async throws {
        try await TestMount.run(PinnedWorld.configuration(PinnedWorld.Spot(1, 1, photos: 5))) { mount in
            let collected = try await mount.inPins(
                """
                mkdir 1,1 && settled 1,1 && photos 1,1 > "$T/before"
                touch '1,1/New Collection.txt' && settled 1,1 && photos 1,1 | cmp - "$T/before" && echo same
                """)
            #expect(collected.text == "same", "\(collected)")
        }
    }

    @Test(.proves("While a collection is loaded", "`touch"))
    func `while one is loading the file is absent, asking again is EBUSY, and the old collection stays`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let before = try await mount.inPins("mkdir 1,1 && settled 1,1; photos 1,1")
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let loading = try await mount.inPins(
                """
                cd 1,1 && touch 'New Collection.txt'
                ls 'New Collection.txt' 2>&1 | grep -o 'No such.*'; ls | grep -c Collection
                for name in 'New Collection.txt' .new-collection; do touch "$name" 2>&1 | grep -o 'Device or resource busy'; done
                getfattr --only-values -n user.places.state .; echo
                ls -A | grep -c new; cd .. && photos 1,1
                """, timeout: .seconds(25))
            #expect(
                loading.lines == [
                    "No such file or directory", "0", "Device or resource busy", "Device or resource busy",
                    "downloading",
                    "0",
                ] + before.lines, "\(loading)")
            mount.simulator.faults.remove(gate)
            let after = try await mount.inPins("settled 1,1; touch '1,1/New Collection.txt'; settled 1,1; photos 1,1")
            #expect(after.status == 0 && after.lines.count == (after.lines.contains("0-119.jpg") ? 20 : 50), "\(after)")
        }
    }

    @Test(.proves("A pin dropped, or a collection asked for"))
    func `a new collection that was asked for before an end comes after it`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let before = try await mount.inPins("mkdir 1,1 && settled 1,1; photos 1,1")
            #expect(before.lines.count == 50, "\(before)")
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            #expect(try await mount.inPins("touch 1,1/.new-collection").status == 0)
            try await mount.unmount()
            mount.simulator.faults.remove(gate)
            mount.simulator.ledger.reset()
            try await mount.mount()
            #expect(await mount.asked(1) { $0.isSearch && $0.isComplete })
            let after = try await mount.inPins("settled 1,1; photos 1,1")
            #expect(!after.lines.isEmpty && after.lines != before.lines, "\(after)")
        }
    }

    @Test func `an explicit time asks for nothing and is refused, like all other changes`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let refused = try await mount.inPins(
                """
                mkdir 1,1 && settled 1,1 && cd 1,1
                for change in 'touch -d 2001-01-01' 'chmod 600' 'truncate -s 0' 'tee'; do
                    $change 'New Collection.txt' 2>&1 < /dev/null | grep -o 'Read-only file system'
                done
                cat 'New Collection.txt' > /dev/null; stat 'New Collection.txt' > /dev/null; touch -a new 2>&1 | grep -o 'Read-only.*'
                """)
            #expect(refused.lines == Array(repeating: "Read-only file system", count: 5), "\(refused)")
            #expect(mount.searches == 1)
        }
    }
}
