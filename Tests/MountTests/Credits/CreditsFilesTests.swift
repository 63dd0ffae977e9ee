import PhotoSimulator
import Promises
import TestSupport
import Testing

/// CREDITS.txt: in every folder of photos, a line for each.
@Suite("CREDITS.txt", .enabled(if: Repository.canMount))
struct CreditsFilesTests {
    /// Lines of the folder's CREDITS.txt above the source's notice, and how many photos the folder has.
    private static let count = """
        count() { echo "$(sed '/^$/,$d' "$1/CREDITS.txt" | wc -l) $(ls "$1" | grep -c 'jpg$')"; }
        """

    @Test(.proves("`CREDITS.txt` has a line"))
    func `CREDITS.txt stands in every folder of photos, and in no other`() async throws {
        // Commons' first topics are others.
        let tag = TestSource.current == .flickr ? ["tags/cs193pspot/River"] : []
        let folders = ["pins/48.8584,2.2945 Tower", "places/France/Paris", "recents"] + tag
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let result = try await mount.inParis(
                PinnedWorld.prelude + Self.count + """

                    for name in CON_ Sunset*Seine; do cat "$M/places/France/Paris/"$name.jpg > /dev/null; done
                    mkdir '48.8584,2.2945 Tower'; settled 48*
                    recent() { [ "$(ls "$M/recents" | grep -c 'jpg$')" = 2 ]; }
                    wait_for recent; cd "$M"
                    for folder in \(folders.map { "'\($0)'" }.joined(separator: " ")); do count "$folder"; done
                    find places/France/Paris tags pins recents -name CREDITS.txt | sort; ls *.txt places tags pins
                    sed '/^$/,$d; s/: .*//' recents/CREDITS.txt; tail -n 1 recents/CREDITS.txt
                    """)
            let counts = folders.map { $0 == "recents" ? "2 2" : "9 9" }
            #expect(Array(result.lines.prefix(folders.count)) == counts, "\(result)")
            let found = result.lines.dropFirst(folders.count).prefix { $0.hasSuffix("/CREDITS.txt") }
            #expect(found.map { String($0.dropLast("/CREDITS.txt".count)) } == folders, "\(result)")
            let rest = result.lines.dropFirst(folders.count + found.count)
            #expect(!rest.contains("CREDITS.txt"), "\(result)")
            let notice = TestSource.current == .flickr ? "not endorsed or certified by SmugMug, Inc." : "Wikimedia"
            #expect(rest.suffix(3).dropLast() == ["01 Sunset over the Seine.jpg", "02 CON_.jpg"], "\(result)")
            #expect(rest.last?.contains(notice) == true, "\(result)")
        }
    }

    @Test(.proves("`CREDITS.txt` has a line"))
    func `CREDITS.txt follows what is removed, and another collection`() async throws {
        let spot = PinnedWorld.Spot(1, 1, photos: 150)
        try await TestMount.run(PinnedWorld.configuration(spot)) { mount in
            let result = try await mount.inPins(
                Self.count + """

                    mkdir 1,1; settled 1,1; count 1,1; rm 1,1/0-3.jpg; count 1,1; grep -c '^0-3.jpg' 1,1/CREDITS.txt
                    cp 1,1/CREDITS.txt "$T/before"; touch '1,1/New Collection.txt'; settled 1,1
                    differs() { ! cmp -s 1,1/CREDITS.txt "$T/before"; }
                    wait_for differs; count 1,1
                    sed '/^$/,$d; s/: ".*//' 1,1/CREDITS.txt | sort > "$T/credited"
                    ls 1,1 | grep 'jpg$' | sort | cmp - "$T/credited" && echo same
                    """)
            #expect(result.lines == ["50 50", "49 49", "0", "50 50", "same"], "\(result)")
        }
    }

    @Test(.proves("A credit line is one line"), .enabled(if: TestSource.current == .flickr))
    func `nothing in a title or name ends its line or its quotation marks, or turns it around`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let result = try await mount.inParis(
                "sed '/^$/,$d; s/^[^:]*: //' CREDITS.txt; getfattr --only-values -n user.places.credit gpj*")
            let page = "https://www.flickr.com/photos/12345678@N00/"
            let expected = [
                "\"Sunset over the Seine\" by Ada, All rights reserved, ",
                "\"'Quoted': a/b\\c|d? *<x>\" by \"Eve 'The Lens'\", CC BY-NC 2.0, ",
                "\"夕焼け 🌇 über Straße\" by François, CC BY 2.0, ",
                "\"CON\" by \"CC0, https://example.org\", CC BY-ND 2.0, ",
                "\"dots at the end...\" by 12345678@N00, United States Government Work, ",
                "\"-rf\" by -n, Public Domain Mark 1.0, ", "\"gpj.exe\" by Isolated, CC BY-SA 4.0, ",
                "\"two lines and $(id) `id`\" by Two Lines, CC BY-NC 4.0, ",
                "\"Ünïcödé \(String(repeating: "東", count: 70))\" by @janko, CC BY-NC-ND 4.0, ",
            ]
            let lines = expected.enumerated().map { "\($1)\(page)\(CreditedCopies.id($0))/" }
            #expect(Set(result.lines.dropLast()) == Set(lines), "\(result)")
            #expect(result.lines.last == lines[6])
        }
    }
}
