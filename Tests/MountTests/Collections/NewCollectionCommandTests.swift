import PhotoSimulator
import TestSupport
import Testing

@Suite("placesfs new-collection brings a pin other photos", .enabled(if: Repository.canMount))
struct NewCollectionCommandTests {
    private static let many = PinnedWorld.Spot(1, 1, photos: 120)
    private static let search = Fault.Match.searches

    /// `ask` is the command; a pin with 120 photos around it is there.
    private static let prelude = """
        ask() { "\(Repository.placesfs)" new-collection "$@"; }
        told() { head -1 "1,1/New Collection.txt"; }
        mkdir -p 1,1 && settled 1,1 && photos 1,1 > "$T/before" || exit 98

        """

    /// From pins/, with a collection at 1,1.
    private static let paths = [
        "1,1", "1,1/", "./1,1/.", "\"$M/pins/1,1\"", "1,1/\"$(photos 1,1 | head -1)\"", "1,1/map.geojson",
        "'1,1/New Collection.txt'", "1,1/.new-collection", "\"$T/link\"", "\"$T/inner\"",
    ]

    @Test(arguments: paths) func `the folder of a pin will do, and any file in it`(path: String) async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let asked = try await mount.inPins(
                Self.prelude + """
                    ln -s "$M/pins/1,1" "$T/link"; ln -s "$M/pins/1,1/CREDITS.txt" "$T/inner"
                    ask \(path) && settled 1,1 && photos 1,1 > "$T/after"; echo $?
                    wc -l < "$T/before"; cmp -s "$T/before" "$T/after" || echo others
                    ls -A 1,1 | grep -c '^.new'
                    """)
            #expect(asked.lines == ["0", "50", "others", "0"] && asked.errors.isEmpty, "\(asked)")
            #expect(mount.searches == 2)
        }
    }

    @Test func `new-collection returns at once, and with --wait when the collection is there, which it names`()
        async throws
    {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let waited = try await mount.inPins(
                Self.prelude + #"""
                    for round in 1 2 3; do
                        said=$(ask --wait 1,1) && [ "$said" = "$(told)" ] && echo "$said"
                        photos 1,1 | cmp -s - "$T/before" && echo same; photos 1,1 > "$T/before"
                    done
                    """#)
            #expect(waited.lines.count == 3 && waited.errors.isEmpty, "\(waited)")
            #expect(
                waited.lines.allSatisfy { $0.hasPrefix("Collection ") && $0.contains(" of 3: ") }, "\(waited.lines)")
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let asked = try await mount.inPins("\(Self.prelude) ask 1,1; echo $?; loads 1,1; echo $?")
            #expect(asked.lines == ["0", "0"], "it did not wait: \(asked)")
            mount.simulator.faults.remove(gate)
        }
    }

    @Test func `while one is being loaded it is told so, and --wait gives up in time`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let before = try await mount.inPins(Self.prelude)
            #expect(before.status == 0, "\(before)")
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Self.search)
            let asked = try await mount.inPins(
                """
                ask() { "\(Repository.placesfs)" new-collection "$@" 2>&1; echo $?; }
                ask --wait --timeout 1 1,1; ask 1,1; ask '1,1/New Collection.txt'; ask --wait 1,1/map.geojson
                """)
            #expect(asked.lines.count == 8, "\(asked)")
            for (index, line) in asked.lines.enumerated() {
                guard index.isMultiple(of: 2) else {
                    #expect(line == "61")
                    continue
                }
                #expect(line.hasPrefix("placesfs: ") && line.contains("pins/1,1 is still being loaded"), "\(line)")
                #expect(line.contains(index == 0 ? "placesfs status \(mount.path)" : "New Collection.txt is back"))
            }
            let interrupted = try await mount.inPins(
                """
                "\(Repository.placesfs)" new-collection 1,1
                setsid -w timeout -s INT 1 "\(Repository.placesfs)" new-collection --wait --timeout 50 1,1; echo $?
                """)
            #expect(interrupted.text == "61", "\(interrupted)")
            mount.simulator.faults.remove(gate)
        }
    }

    @Test func `what the source says against it is said, and the photos stay`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let before = try await mount.inPins(Self.prelude)
            #expect(before.status == 0, "\(before)")
            mount.simulator.faults.add(.apiFailure(code: 100, message: "Invalid API Key"), on: Self.search)
            let asked = try await mount.inPins(
                """
                "\(Repository.placesfs)" new-collection --wait 1,1 2>&1; echo $?
                photos 1,1 | cmp - "$T/before" && echo kept
                """)
            #expect(asked.lines.count == 3 && asked.lines.dropFirst() == ["62", "kept"], "\(asked)")
            let error = try await mount.inPins("getfattr --only-values -n user.places.error 1,1")
            #expect(!error.text.isEmpty && asked.text.contains("(\(error.text))"), "\(asked) \(error)")
        }
    }

    @Test func `several are asked, each once, and what is wrong with one keeps the others from nothing`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many, PinnedWorld.Spot(5, 5, photos: 60))) { mount in
            let asked = try await mount.inPins(
                Self.prelude + """
                    mkdir "5,5 Lake" && settled "5,5 Lake" && cd 1,1 || exit 9
                    ask --wait *.jpg ../7,7 "../5,5 Lake" 2> "$T/errors"; echo $?; grep -c . "$T/errors"
                    grep -o 'there is no .*/pins/7,7' "$T/errors" | grep -o '[^/]*$'
                    """)
            #expect(asked.lines.count == 5, "\(asked)")
            #expect(asked.lines.first?.hasPrefix("1,1: Collection ") == true, "\(asked)")
            #expect(asked.lines.dropFirst().first?.hasPrefix("5,5 Lake: Collection ") == true, "\(asked)")
            #expect(asked.lines.suffix(3) == ["18", "1", "7,7"])
            #expect(mount.searches == 4)
        }
    }

    struct Slip: Sendable, CustomTestStringConvertible {
        var path: String
        var status: Int32
        var says: String

        var testDescription: String { path }
    }

    /// From pins/, where `Untitled Folder` is.
    private static let slips = [
        Slip(path: "2,2", status: 18, says: "there is no "),
        Slip(path: "1,1/none.jpg", status: 18, says: "there is no "),
        Slip(path: "'2,2/New Collection.txt'", status: 18, says: "there is no "),
        Slip(path: "''", status: 2, says: "an empty path"),
        Slip(path: "\"$T\"", status: 16, says: "is not in a mount of placesfs; the pins are the folders in "),
        Slip(path: "/nonexistent", status: 16, says: "is not in a mount of placesfs"),
        Slip(path: "/proc/self/status", status: 16, says: "is not in a mount of placesfs"),
        Slip(path: "\"$M\"", status: 60, says: "is not the folder of a pin; those are the folders in "),
        Slip(path: ".", status: 60, says: "is not the folder of a pin"),
        Slip(path: "map.geojson", status: 60, says: "is not the folder of a pin"),
        Slip(path: "\"$M/places\"", status: 60, says: "is not the folder of a pin"),
        Slip(path: "\"$M/tags/\(TestSource.current.firstTopic)\"", status: 60, says: "is not the folder of a pin"),
        Slip(path: "\"$M/recents\"", status: 60, says: "is not the folder of a pin"),
        Slip(path: "\"$M/README.txt\"", status: 60, says: "is not the folder of a pin"),
        Slip(path: "\"$M/.placesfs/status\"", status: 60, says: "is not the folder of a pin"),
        Slip(path: "'Untitled Folder'", status: 60, says: "is no pin yet; first rename it"),
        Slip(path: "'Untitled Folder/README.txt'", status: 60, says: "is no pin yet; first rename it"),
    ]

    @Test func `what is no collection is refused in one line that says what to do`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            _ = try await mount.inPins(Self.prelude + "mkdir 'Untitled Folder'")
            for slip in Self.slips {
                let asked = try await mount.inPins("\"\(Repository.placesfs)\" new-collection --wait \(slip.path)")
                #expect(asked.status == slip.status && asked.output.isEmpty, "\(slip): \(asked)")
                #expect(asked.errors.hasPrefix("placesfs: ") && asked.errors.contains(slip.says), "\(slip): \(asked)")
                #expect(asked.errors.count(where: \.isNewline) == 1)
            }
            #expect(mount.searches == 1)
        }
    }

    @Test func `a mount that is read-only, or dead, says so`() async throws {
        try await TestMount.run(PinnedWorld.configuration(Self.many)) { mount in
            let command = "\"\(Repository.placesfs)\" new-collection --wait \"$M/pins/1,1\""
            _ = try await mount.inPins(Self.prelude)
            try await mount.unmount()
            try await mount.mount(["--read-only"])
            let refused = try await mount.shell(command)
            #expect(refused.status == 22 && refused.errors.contains("is mounted read-only"), "\(refused)")
            let daemon = try await mount.daemon()
            let dead = try await mount.shell("kill -9 \(daemon); \(command)", timeout: .seconds(20))
            #expect(dead.status == 14 && dead.errors.contains("has died; mount it again, or: "), "\(dead)")
        }
    }
}
