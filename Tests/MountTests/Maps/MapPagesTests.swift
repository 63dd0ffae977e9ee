import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Pages of maps", .enabled(if: Repository.canMount))
struct MapPagesTests {
    private static let first = TestSource.current.firstTopic
    private static let topic = "tags/" + first

    /// One directory of each kind that has a list; the last three show nothing.
    private static let lists = [
        "places", "places/France", Atlas.paris, topic, topic + "/Eastern", "pins",
        "pins/48.86,2.33 Seine", "places/Japan/Kyoto", "recents", "pins/0,0",
    ]

    private static func configuration() -> Simulator.Configuration {
        Atlas.configuration { library in
            library.edit(Atlas.id(1)) { $0.tags = [first, "Eastern", "seine"] }
            library.edit(Atlas.id(5)) { $0.tags = [first] }
        }
    }

    /// Looks at what `$M/LIST/map.html` is in Python, with the functions of `pages` at hand.
    private static func look(_ mount: TestMount, _ script: String) async throws -> CommandResult {
        try await mount.shell("cd \"$M\" && python3 - <<'END'\n\(pages)\n\(script)\nEND")
    }

    private static let pages = #"""
        import json, os, re, time
        def read(path):
            with open(path, 'rb') as file: return file.read()
        def block(page, name):
            blocks = re.findall(b'<script type="application/json" id="%s">\n?(.*?)</script>' % name.encode(), page, re.S)
            assert len(blocks) == 1, (name, len(blocks))
            return blocks[0]
        def data(page): return block(page, 'collection')
        def heading(page): return json.loads(block(page, 'heading'))
        """#

    private static func prepare(_ mount: TestMount) async throws {
        let prepared = try await mount.shell(
            """
            \(PinnedWorld.prelude)
            mkdir '48.86,2.33 Seine' 0,0 && settled 48* && settled 0,0 && cd "$M" && for list in \
            \(lists.map { "'\($0)'" }.joined(separator: " ")); do ls -A "$list" > /dev/null || exit 1; done
            """)
        #expect(prepared.status == 0, "\(prepared.errors)")
    }

    @Test(.proves("`map.html` beside it", "`places/`, countries, places, topics", "Opening, listing or copying maps"))
    func `every list has one: its data byte for byte, as long as stat says, as old as its map`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            try await Self.prepare(mount)
            mount.simulator.ledger.reset()
            let lists = Self.lists.map { "\"\($0)\"" }.joined(separator: ", ")
            let seen = try await Self.look(mount, "lists = [\(lists)]\n" + Script.text("Maps/every-list.py"))
            let hasPlaces = TestSource.current.hasPlaces
            if hasPlaces { #expect(seen.lines.prefix(2) == ["Places||5", "France||2"]) }
            #expect(
                seen.lines.dropFirst(2) == [
                    "Paris|Île-de-France, France|6", "\(Self.first)||2", "Eastern|\(Self.first)|1", "Pins||2",
                    // Where photos without a position are in no place, all have one.
                    "Seine|in Paris 07 Palais-Bourbon|\(hasPlaces ? 2 : 6)",
                    "Kyoto|\(hasPlaces ? "Kyoto Prefecture" : "Kyoto"), Japan|0",
                    "Recents||0", "0,0|579 km S of Takoradi, Ghana|0",
                ], "\(seen.text)\(seen.errors)")
            #expect(mount.simulator.ledger.count == 0, "reading them asks for nothing")
        }
    }

    @Test(.proves("`map.html` beside it", "Opening, listing or copying maps"))
    func `a copy is the same page, and none of it is a view`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            try await Self.prepare(mount)
            let copied = try await mount.shell(
                """
                mkdir "$T/tree" && cd "$M" && find \(Atlas.walked) -name map.html -exec cp -p --parents -t "$T/tree" {} + && cd "$T/tree" &&
                find . -name map.html | while read -r page; do cmp "$page" "$M/$page" || exit 1; done || exit
                find . -name map.html | wc -l; find . -name map.html -exec file -b {} + | cut -d, -f1 | sort -u
                gio info -a standard::content-type "$M/\(Atlas.paris)/map.html" | grep -o 'text/.*'
                getfattr -d -m - "$M/\(Atlas.paris)/map.html"; getfattr -n user.mime_type "$M/pins/map.html" 2>&1 |
                    grep -o 'No such attribute'
                find "$M/recents" -name '*.jpg' | wc -l
                getfattr --only-values -n user.places.count "$M/\(Atlas.paris)"
                """)
            #expect(
                copied.lines == [
                    TestSource.current.hasPlaces ? "17" : "11", "HTML document", "text/html", "No such attribute", "0",
                    "6",
                ],
                "\(copied.text)\(copied.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test func `looking for one asks what looking for map.geojson asks`() async throws {
        // Not each of the world's.
        let countries = TestSource.current.hasPlaces ? "*" : "[FJ]*"
        for name in ["map.geojson", "map.html"] {
            try await TestMount.run(Self.configuration()) { mount async throws in
                let looked = try await mount.shell(
                    """
                    cd "$M" && stat places/\(name) places/\(countries)/\(name) pins/\(name) recents/\(name) > /dev/null || exit 1
                    [ ! -e \(name) ] && [ ! -e tags/\(name) ] && [ ! -e .placesfs/\(name) ] || exit 2
                    """)
                #expect(looked.status == 0, "\(looked.errors)")
                #expect(mount.simulator.ledger.searches == 0, "no place had to be listed")
                let met = try await mount.shell(
                    "cd \"$M\" && stat -c %s '\(Atlas.paris)/\(name)' \(Self.topic)/\(name)")
                #expect(met.status == 0, "\(met.errors)")
                // A small category of Commons is filled up by a search for its words.
                #expect(mount.simulator.ledger.searches == (TestSource.current == .flickr ? 2 : 3))
            }
        }
    }

    @Test(.proves("The time of a map is")) func `map.html lasts as its map does, over a remount and a kill`()
        async throws
    {
        try await TestMount.run(Self.configuration(), options: ["--listing-lifetime", "24h"]) { mount async throws in
            try await Self.prepare(mount)
            let photos = Self.lists.filter { $0 != "places" && $0 != "places/France" && $0 != "pins" }
            let tell =
                "cd \"$M\" && for list in \(photos.filter { !$0.contains("Eastern") }.map { "'\($0)'" }.joined(separator: " ")); do "
                + "stat -c '%n %i %Y %s' \"$list/map.html\" \"$list/map.geojson\"; done; stat -c '%n %Y %s' pins/map.*"
            let before = try await mount.shell(tell)
            #expect(before.status == 0 && before.lines.count == 14, "\(before.errors)")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell(tell).lines == before.lines)
            let pid = try await mount.daemon()
            #expect(try await mount.shell("kill -9 \(pid)").status == 0)
            try await mount.mount()
            #expect(try await mount.shell(tell).lines == before.lines)
        }
    }

    @Test func `a map.html that is open stays what it was, while its list goes on`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            try await Self.prepare(mount)
            let seen = try await Self.look(
                mount,
                Script.text("Maps/pages-at-once.py"))
            #expect(seen.text == "True", "\(seen.errors)")
        }
    }

    @Test func `a pin's map.html is gone and there like a file of the collection, and is no photo to remove`()
        async throws
    {
        try await TestMount.run(Self.configuration()) { mount async throws in
            try await Self.prepare(mount)
            let removed = try await mount.shell(
                """
                cd "$M/pins" && rm 48*/map.html map.html ../recents/map.html && ls 48*/map.html map.html
                rm ../\(Atlas.paris)/map.html 2>&1 | grep -o 'Read-only.*'; mkdir map.html 2>&1 | grep -o 'File exists'
                grep -c html 48*/.hidden; mkdir 'Untitled Folder' && ls 'Untitled Folder'
                mv 48* '48.86,2.33 Other' && grep -c '"title":"Other"' 48*/map.html && [ $(stat -c %s 48*/map.html) = \
                $(cat 48*/map.html | wc -c) ] && rm -r 48* && ls
                """)
            #expect(
                removed.lines == [
                    "48.86,2.33 Seine/map.html", "map.html", "Read-only file system", "File exists", "0", "README.txt",
                    "1", "0,0", "Untitled Folder", "map.geojson", "map.html",
                ], "\(removed.text)\(removed.errors)")
        }
    }

    @Test(.proves("Nothing that is copied ("))
    func `what people copy out of a mount tells no path of the machine`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            // The README.txt of pins/ goes with the first pin.
            let empty = try await mount.shell("cp -r \"$M/pins\" \"$T/empty\"")
            #expect(empty.status == 0, "\(empty.errors)")
            try await Self.prepare(mount)
            let seen = try await mount.shell(
                """
                cd "$M" && mkdir "$T/copy" && cp -r places tags recents pins "$T/copy" && cd "$T" &&
                find copy empty -name '*.geojson' | wc -l && grep -rlaF -e "$M" -e "$HOME" -e "$(dirname "$M")" copy empty
                """)
            let lines = seen.lines
            #expect(lines.count == 1 && (Int(lines.first ?? "") ?? 0) > 20, "\(seen.text)\(seen.errors)")
        }
    }

    @Test func `a mount that is read-only offers no pins`() async throws {
        try await TestMount.run(Self.configuration(), options: ["--read-only"]) { mount async throws in
            let seen = try await Self.look(mount, "print('pins' in heading(read('places/map.html')))")
            #expect(seen.text == "False", "\(seen.errors)")
        }
    }

    @Test func `tiles are those of the configuration, and without Leaflet there is a page all the same`() async throws {
        try await TestMount.run(Self.configuration(), options: ["--satellite-tiles", "none"]) { mount async throws in
            let seen = try await Self.look(
                mount,
                """
                layers = json.loads(block(read('places/map.html'), 'layers'))
                print([layer['kind'] for layer in layers], b'L.markerClusterGroup' in read('places/map.html'))
                """)
            #expect(seen.text == "['street', 'labels'] True", "\(seen.errors)")
            try await mount.unmount()
            let refused = try await mount.shell(
                (mount.mountCommand(["--leaflet-dir", "/nowhere"]).map { "'\($0)'" }).joined(separator: " "))
            #expect(refused.status != 0 && refused.errors.contains("no Leaflet in /nowhere"), "\(refused.errors)")
            #expect(refused.errors.split(separator: "\n").count == 1)
        }
    }
}
