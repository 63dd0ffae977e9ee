import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Lifetimes of a second stand for the six hours and the day of a user's mount.
@Suite("Listings follow their source", .enabled(if: Repository.canMount))
struct FreshnessTests {
    private static let short = ["--listing-lifetime", "1s", "--top-places-lifetime", "1s"]
    private static let directory = "$M/" + NumberedLibrary.directory()

    @Test func `a stale listing is served at once while one refresh runs behind it, then the new one`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 10)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            let old = try await mount.shell("ls \"\(Self.directory)\"")
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: .searches)
            mount.simulator.ledger.reset()
            numbered.library.add(Self.newcomer())
            // Whoever looked for it before must not be told "no" for the hour that the kernel would remember that.
            #expect(try await mount.shell("stat \"\(Self.directory)/newcomer.jpg\"").status == 1)
            try await Self.untilStale(mount)
            let stale = try await mount.shell("for round in 1 2 3 4 5; do ls \"\(Self.directory)\" & done; wait")
            #expect(stale.lines.sorted() == Array(repeating: old.lines, count: 5).flatMap(\.self).sorted())
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isSearch })
            #expect(try await mount.shell("ls \"\(Self.directory)\"").text == old.text)
            #expect(mount.simulator.ledger.searches == 1)

            mount.simulator.faults.remove(gate)
            let new = try await Self.list(mount, until: "[ -e \"$D/newcomer.jpg\" ]")
            #expect(new.lines.contains("newcomer.jpg") && new.lines.contains("newcomer.geojson"))
            #expect(new.lines.count == old.lines.count + 2)
            let mapped = try await mount.shell("grep -c newcomer \"\(Self.directory)/map.geojson\"")
            #expect(Int(mapped.text) ?? 0 > 0, "\(mapped.errors)")
            #expect(try await Int(mount.shell("cat \"\(Self.directory)/newcomer.jpg\" | wc -c").text) ?? 0 > 0)
        }
    }

    @Test func `every change of a listing is seen by those that list again`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            for round in 0..<4 {
                // The streams that were opened before are read only after the change: they fill the kernel's cache.
                let late = try mount.start(
                    """
                    python3 - "\(Self.directory)" <<'END'
                    import os, sys, time
                    stream = os.scandir(sys.argv[1])
                    open('opened-\(round)', 'w').close()
                    while not os.path.exists('changed-\(round)'): time.sleep(0.02)
                    print(sum(1 for entry in stream if entry.name.endswith('.jpg')))
                    END
                    """)
                #expect(try await mount.shell(Self.await("[ -e opened-\(round) ]")).status == 0)
                numbered.library.add(Self.newcomer(round))
                _ = try await Self.list(mount, until: "[ -e \"$D/newcomer \(round).jpg\" ]")
                try mount.write([], to: "changed-\(round)")
                let shown = await late.result()
                // Which of the two it shows is nobody's promise (POSIX, readdir): nothing of it was read before the
                // change.
                #expect(["\(3 + round)", "\(4 + round)"].contains(shown.text), "\(shown.text) \(shown.errors)")
                let listed = try await mount.shell("ls \"\(Self.directory)\" | grep -c jpg")
                #expect(listed.text == "\(4 + round)")
            }
        }
    }

    @Test func `an open stream does not shift under its reader`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 300)
        try await TestMount.run(numbered.configuration, options: Self.short + ["--photos-per-place", "300"]) { mount in
            let whole = try await mount.shell("ls -A \"\(Self.directory)\" | wc -l")
            #expect(whole.text == "604")
            let paused = try mount.start(
                """
                python3 - "\(Self.directory)" <<'END'
                import os, sys, time
                stream = os.scandir(sys.argv[1])
                names = [next(stream).name for _ in range(5)]
                open('opened', 'w').close()
                while not os.path.exists('changed'): time.sleep(0.02)
                names += [entry.name for entry in stream]
                print(len(names), len(set(names)), sum(1 for name in names if 'newcomer' in name))
                END
                """)
            #expect(try await mount.shell(Self.await("[ -e opened ]")).status == 0)
            for number in 0..<100 { numbered.library.remove(NumberedLibrary.id(number * 3)) }
            numbered.library.add(Self.newcomer())
            let changed = try await Self.list(mount, until: "[ -e \"$D/newcomer.jpg\" ]")
            #expect(changed.lines.filter { $0.hasSuffix(".jpg") }.count == 201)
            try mount.write([], to: "changed")
            let read = await paused.result()
            #expect(read.text == "604 604 0", "\(read.errors)")
        }
    }

    @Test(
        .proves("An unreachable source", "A burst of 5xx"),
        arguments: [
            Fault.Effect.hangUp, .status(500), TestSource.current.unavailable, .garbageJSON, .htmlUnder200, .emptyBody,
        ])
    func `a source that cannot be reached never empties a directory`(effect: Fault.Effect) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 5)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            let old = try await mount.shell("ls \"\(Self.directory)\" \"$M/\(NumberedLibrary.country)\"")
            mount.simulator.ledger.reset()
            mount.simulator.faults.add(effect, on: .api)
            try await Self.untilStale(mount)
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isSearch && $0.ended != nil })
            let told = Self.await("getfattr -n user.places.error \"\(Self.directory)\" > /dev/null 2>&1")
            #expect(try await mount.shell(told).status == 0)
            let still = try await mount.shell("ls \"\(Self.directory)\" \"$M/\(NumberedLibrary.country)\"")
            #expect(still.text == old.text && !old.text.isEmpty)
        }
    }

    @Test(arguments: [Fault.Effect.hangUp, TestSource.current.unavailable, .garbageJSON])
    func `a place never listed whose source fails is an error, never absent nor empty`(
        effect: Fault.Effect
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 5)
        try await TestMount.run(numbered.configuration) { mount in
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.country)\"").status == 0)
            mount.simulator.faults.add(effect, on: .api)
            for look in ["ls \"\(Self.directory)\"", "cat \"\(Self.directory)/photo 1.jpg\""] {
                let failed = try await mount.shell(look, timeout: .seconds(45))
                #expect(failed.status == (look.hasPrefix("ls") ? 2 : 1), "\(look)")
                #expect(failed.text.isEmpty && !failed.errors.contains("No such file"), "\(failed.errors)")
            }
            mount.simulator.faults.removeAll()
            let listed = try await Self.list(mount, until: "[ -e \"$D/photo 1.jpg\" ]")
            #expect(listed.lines.count { $0.hasSuffix(".jpg") } == 5)
        }
    }

    @Test(.enabled(if: TestSource.current.hasPlaces))
    func `places that the source adds appear, those it drops leave the list`() async throws {
        let numbered = NumberedLibrary(places: 3, photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: Self.short) { mount in
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.country)\" | grep -c Town").text == "3")
            var place = try #require(numbered.library.places.first { $0.name == "Town 1" })
            numbered.library.removePlace(woeid: place.woeid)
            place.woeid = "12345"
            place.name = "Newtown"
            numbered.library.add(place)
            let listed = try await mount.shell(
                Self.await("[ -d \"$M/\(NumberedLibrary.country)/Newtown\" ]", "ls \"$M/places\"")
                    + "; ls \"$M/\(NumberedLibrary.country)\" | grep -i town")
            #expect(listed.lines.sorted() == ["Newtown", "Town 0", "Town 2"])
        }
    }

    // MARK: Waiting

    static func newcomer(_ number: Int? = nil) -> SimulatedPhoto {
        SimulatedPhoto(
            id: "\(60_000_000_000 + (number ?? 0))", title: number.map { "newcomer \($0)" } ?? "newcomer",
            uploaded: 1_750_000_000, position: NumberedLibrary.center(), woeid: "9000000")
    }

    /// Lists again and again until the condition on `$D` holds.
    static func list(_ mount: TestMount, until condition: String) async throws -> CommandResult {
        try await mount.shell(
            "D=\"\(Self.directory)\"; " + Self.await(condition, "ls \"$D\"") + " && ls \"$D\"", timeout: .seconds(60))
    }

    /// A script that ends when the condition holds, after 50 seconds in vain with status 1.
    static func `await`(_ condition: String, _ meanwhile: String = ":") -> String {
        """
        await() { for try in $(seq 500); do \(meanwhile) > /dev/null; \(condition) && return; sleep 0.1; done; false; }
        await
        """
    }

    /// Until the listings shown are older than the lifetime of `short`.
    static func untilStale(_ mount: TestMount) async throws {
        _ = try await mount.shell("sleep 1.1")
    }
}
