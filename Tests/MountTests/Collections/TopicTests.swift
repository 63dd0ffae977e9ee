import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Topics and their tags", .enabled(if: Repository.canMount))
struct TopicTests {
    private static let isFlickr = TestSource.current == .flickr
    private static let first = TestSource.current.firstTopic
    /// Flickr's tags have no blanks, and are one whatever their case.
    private static let church = isFlickr ? "Memorialchurch" : "Memorial Church"

    private static let tags: [[String]] = [
        [first, "Quad", "portrait"], [first, "quad", "Memorial Church", "landscape"],
        [isFlickr ? "CS193P spot" : first, "upcoming:event=123", "夕焼け"], [first], ["sunset", "Quad"],
        [first, "map.geojson", "élan"],
    ]

    private static func library() -> NumberedLibrary {
        let numbered = NumberedLibrary(photosPerPlace: tags.count)
        for (number, tags) in tags.enumerated() {
            numbered.library.edit(NumberedLibrary.id(number)) { $0.tags = tags }
        }
        return numbered
    }

    private static func names(_ mount: TestMount, _ path: String) async throws -> [String] {
        try await mount.shell("ls -A \"$M/\(path)\"").lines.sorted()
    }

    @Test(
        .proves("`tags/` shows topics", "`user.places.count` of a tag", "`.hidden` names"),
        .enabled(if: isFlickr, "as Flickr writes tags")
    )
    func `the first topic's photos lie in a folder for each other tag, capitalised`() async throws {
        let numbered = Self.library()
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await Self.names(mount, "tags") == ["README.txt", "cs193pspot"])
            #expect(
                try await Self.names(mount, "tags/cs193pspot").filter { !$0.hasPrefix("map.") }
                    == [".hidden", "Mapgeojson", "Memorialchurch", "Other photos", "Quad", "Élan", "夕焼け"],
                "machine tags tell programs something, and people nothing")
            #expect(try await mount.shell("cat \"$M/tags/cs193pspot/.hidden\"").lines == ["map.geojson"])
            #expect(
                try await Self.names(mount, "tags/cs193pspot/Quad") == [
                    ".hidden", "CREDITS.txt", "map.geojson", "map.html", "photo 0.geojson", "photo 0.jpg",
                    "photo 1.geojson",
                    "photo 1.jpg",
                ])
            #expect(try await Self.names(mount, "tags/cs193pspot/夕焼け").contains("photo 2.jpg"))
            let counts = try await mount.shell(
                """
                cd "$M/tags/cs193pspot"
                getfattr -n user.places.count --only-values Quad && echo && getfattr -n user.places.count --only-values .
                echo; stat -c %s . Quad; grep -c '"Feature"' map.geojson Quad/map.geojson
                """)
            #expect(
                counts.lines == ["2", "5", "6", "2", "map.geojson:5", "Quad/map.geojson:2"],
                "\(counts.text) \(counts.errors)")
        }
    }

    @Test(.proves("`tags/` shows topics")) func `a topic and all its tags cost one query`() async throws {
        let numbered = Self.library()
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await mount.shell("ls -lR \"$M/tags\" && getfattr -dR \"$M/tags\"").status == 0)
            #expect(try await mount.shell("find \"$M/tags\" -name '*.geojson' -exec cat {} + > /dev/null").status == 0)
            // A small category of Commons is filled up by a search for its words.
            let asked = mount.simulator.ledger.searches
            #expect(Self.isFlickr ? asked == 1 : asked <= 2 * TestSource.current.firstTopics.count)
            #expect(mount.simulator.ledger.imageRequests == 0)
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell("ls -lR \"$M/tags\"").status == 0)
            #expect(mount.simulator.ledger.searches == asked)
        }
    }

    @Test func `a photo is one inode in every folder, and its links are counted`() async throws {
        let numbered = Self.library()
        try await TestMount.run(numbered.configuration) { mount async throws in
            let stat = """
                ls "$M/\(NumberedLibrary.directory())" "$M"/tags/\(Self.first)/* > /dev/null
                stat -c '%i' "$M/\(NumberedLibrary.path(1))" "$M/tags/\(Self.first)/Quad/photo 1.jpg" \
                    "$M/tags/\(Self.first)/\(Self.church)/photo 1.jpg"
                """
            let inodes = try await mount.shell(stat)
            #expect(inodes.lines.count == 3 && Set(inodes.lines).count == 1, "\(inodes.text) \(inodes.errors)")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell(stat).text == inodes.text)
            #expect(try await mount.shell("stat -c %h \"$M/tags/\(Self.first)/Quad/photo 1.jpg\"").text == "3")
            try mount.write(numbered.bytes(1), to: "want")
            #expect(try await mount.shell("cmp \"$M/tags/\(Self.first)/Quad/photo 1.jpg\" want").status == 0)
        }
    }

    @Test(.proves("A topic's map leads"))
    func `a topic's map leads to its photos, those without another tag too`() async throws {
        try await TestMount.run(Self.library().configuration) { mount async throws in
            let paths = try await mount.shell(
                """
                cd "$M/tags/\(Self.first)" && python3 -c '
                import json, os, urllib.parse
                for feature in json.load(open("map.geojson"))["features"]:
                    href = feature["properties"].get("href")
                    print(href and os.path.isfile(urllib.parse.unquote(href)))
                ' | sort | uniq -c | sed 's/^ *//'
                """)
            #expect(paths.lines == ["5 True"], "\(paths.errors)")
            let others = try await mount.shell("ls \"$M/tags/\(Self.first)/Other photos\" | grep jpg")
            #expect(others.lines == ["photo 3.jpg"], "\(others.errors)")
        }
    }

    @Test(.proves("`mkdir tags/sunset`"))
    func `mkdir adds a topic and rmdir removes it, over a kill -9`() async throws {
        try await TestMount.run(Self.library().configuration) { mount async throws in
            #expect(try await mount.shell("mkdir \"$M/tags/sunset\"").status == 0)
            let names = try await Self.names(mount, "tags/sunset")
            #expect(
                Self.isFlickr ? names == [".hidden", "Quad", "map.geojson", "map.html"] : names.contains("Quad"),
                "\(names)")
            let first = try await mount.shell("stat -c %i \"$M/tags/sunset\" \"$M/tags/sunset/Quad\"").lines
            #expect(kill(try await mount.daemon(), SIGKILL) == 0)
            try await mount.mount()
            #expect(try await mount.shell("stat -c %i \"$M/tags/sunset\" \"$M/tags/sunset/Quad\"").lines == first)
            for taken in ["sunset", "Sunset", Self.first] + (Self.isFlickr ? ["SUN SET"] : []) {
                #expect(try await mount.shell("mkdir \"$M/tags/\(taken)\"").errors.contains("File exists"), "\(taken)")
            }
            for invalid in [".sunset", "...", "$(printf 'a\\tb')", "map.html"] {
                #expect(
                    try await mount.shell("mkdir \"$M/tags/\(invalid)\"").errors.contains("Invalid argument"),
                    "\(invalid)")
            }
            #expect(try await mount.shell("rmdir \"$M\"/tags/*").status == 0)
            #expect(try await Self.names(mount, "tags") == ["README.txt"])
            try await mount.unmount()
            try await mount.mount()
            #expect(
                try await Self.names(mount, "tags") == ["README.txt"], "the first topic does not come back by itself")
            let again = try await mount.shell(
                "mkdir \"$M/tags/sunset\" && stat -c %i \"$M/tags/sunset\" \"$M/tags/sunset/Quad\"")
            #expect(Set(again.lines).isDisjoint(with: first) && again.lines.count == 2)
        }
    }

    @Test(.proves("`mkdir tags/sunset`", "Two spellings are one topic"))
    func `another spelling of a topic is a link to it, as long as it is there`() async throws {
        try await TestMount.run(Self.library().configuration) { mount async throws in
            let other = Self.isFlickr ? "goldengate" : "Golden_Gate"
            let spelled = try await mount.shell(
                """
                cd "$M/tags" && mkdir 'Golden Gate' && readlink \(other) && ls | grep -c -i gate; mkdir \(other)
                rmdir 'Golden Gate' && mkdir \(other) && stat -c %F \(other) && readlink 'Golden Gate'
                """)
            #expect(spelled.lines == ["Golden Gate", "1", "directory", other], "\(spelled.text)\(spelled.errors)")
            #expect(spelled.errors.contains("File exists"))
        }
    }

    @Test(.proves("`rm -r` of a place or a topic")) func `rm -r of a topic is refused with nothing removed`()
        async throws
    {
        try await TestMount.run(Self.library().configuration) { mount async throws in
            let before = try await mount.shell("ls -R \"$M/tags\"").text
            let refused = try await mount.shell("rm -r \"$M/tags/\(Self.first)\"")
            #expect(refused.status == 1 && refused.errors.contains("Read-only file system"))
            #expect(try await mount.shell("ls -R \"$M/tags\"").text == before)
        }
    }

    @Test(.proves("`mkdir tags/sunset`")) func `a topic is renamed to another tag, and keeps its inode`() async throws {
        try await TestMount.run(Self.library().configuration) { mount async throws in
            let moved = try await mount.shell(
                """
                cd "$M/tags" && mkdir 'Untitled Folder' && i=$(stat -c %i 'Untitled Folder') \
                && ls 'Untitled Folder' && mv 'Untitled Folder' sunset && [ $i = $(stat -c %i sunset) ] && ls . sunset
                """)
            #expect(moved.status == 0, "\(moved.errors)")
            #expect(moved.lines.contains("Quad") && moved.lines.contains("No Images"), "\(moved.text)")
            let taken = try await mount.shell(
                "cd \"$M/tags\" && mv -T sunset \(Self.first); mv -nT sunset \(Self.isFlickr ? "CS193PSPOT" : "sunsets")"
            )
            #expect(taken.errors.contains("File exists"), "\(taken.errors)")
        }
    }

    @Test(.proves("`mkdir tags/sunset`"))
    func `a topic that is spelled otherwise shows what the source has under that name`() async throws {
        let numbered = Self.library()
        numbered.library.edit(NumberedLibrary.id(4)) { $0.tags = ["Golden Gate", "Quad"] }
        try await TestMount.run(numbered.configuration) { mount async throws in
            let spelled = try await mount.shell(
                """
                cd "$M/tags" && mkdir goldengate && ls goldengate && i=$(stat -c %i goldengate) &&
                { mv -T goldengate 'Golden Gate' 2> /dev/null || { mv goldengate other && mv other 'Golden Gate'; }; } &&
                [ $i = $(stat -c %i 'Golden Gate') ] || exit 1
                \(FreshnessTests.await("ls 'Golden Gate' | grep -qx Quad"))
                """)
            // Commons has no category of the first name.
            #expect(spelled.lines.first == (Self.isFlickr ? "Quad" : "No Images"), "\(spelled.text)")
            #expect(spelled.status == 0, "\(spelled.errors)")
        }
    }

    @Test(.proves("`tags/` shows topics"))
    func `five hundred newest photos are taken apart, and no more`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 520, imageBytes: 100...200)
        for number in 0..<520 {
            numbered.library.edit(NumberedLibrary.id(number)) { photo in
                photo.tags = [Self.first, "all", "number \(number % 10)"]
                photo.uploaded = 1_700_000_000 + Int64(number)
            }
        }
        try await TestMount.run(numbered.configuration) { mount async throws in
            // A debug build may need longer than a listing waits for its first answer.
            let all = try await mount.shell(
                """
                for try in $(seq 600); do
                    ls -U "$M/tags/\(Self.first)/All" | grep 'jpg$' > list; [ $(wc -l < list) -ge 500 ] && break; sleep 0.1
                done
                cat list
                """
            ).lines
            #expect(all.count == 500 && all.first == "photo 519.jpg" && !all.contains("photo 19.jpg"))
            #expect(
                try await mount.shell(
                    "ls \"$M/tags/\(Self.first)/\(Self.isFlickr ? "Number0" : "Number 0")\" | grep -c 'jpg$'"
                ).text == "50")
            #expect(mount.simulator.ledger.searches == 1)
        }
    }

    @Test func `a topic follows its source, in every folder that a program has listed`() async throws {
        let numbered = Self.library()
        try await TestMount.run(numbered.configuration, options: ["--listing-lifetime", "1s"]) { mount async throws in
            let quad = "$M/tags/\(Self.first)/Quad"
            #expect(
                try await mount.shell("ls -l \"$M\"/tags/* \"\(quad)\" && stat \"\(quad)/photo 0.jpg\"").status == 0)
            let map = try await mount.shell("stat -c %i \"\(quad)/map.geojson\"").text
            numbered.library.edit(NumberedLibrary.id(0)) { $0.tags = ["quad"] }
            numbered.library.edit(NumberedLibrary.id(4)) { $0.tags = [Self.first, "fountain"] }
            numbered.library.edit(NumberedLibrary.id(3)) { $0.tags = [Self.first, "quad"] }
            let seen = try await mount.shell(
                """
                for try in $(seq 600); do
                    ls "$M/tags/\(Self.first)" | grep -qx Fountain && break
                    sleep 0.05
                done
                ls "\(quad)" | grep jpg; ls "$M/tags/\(Self.first)/Fountain" | grep jpg; stat -c %s "\(quad)"
                grep -o '"href":"[^"]*' "\(quad)/map.geojson" | sort
                """)
            #expect(
                seen.lines == [
                    "photo 1.jpg", "photo 3.jpg", "photo 4.jpg", "2", "\"href\":\"photo%201.jpg",
                    "\"href\":\"photo%203.jpg",
                ], "\(seen.text)")
            #expect(try await mount.shell("stat -c %i \"\(quad)/map.geojson\"").text != map)
            try mount.write(numbered.bytes(0), to: "want")
            let left = try await mount.shell("cmp \"\(quad)/photo 0.jpg\" want; stat \"\(quad)/photo 2.jpg\"")
            #expect(left.status == 1 && !left.errors.contains("cmp"), "a name that left still opens: \(left.errors)")
        }
    }
}
