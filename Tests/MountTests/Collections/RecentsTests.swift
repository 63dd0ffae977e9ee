import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Photos viewed last", .enabled(if: Repository.canMount))
struct RecentsTests {
    private static func view(_ numbers: Int..., of place: Int = 0) -> String {
        numbers.map { "cat \"$M/\(NumberedLibrary.path($0, of: place))\" > /dev/null" }.joined(separator: "\n")
    }

    private static func recents(_ mount: TestMount) async throws -> [String] {
        try await mount.shell("cd \"$M/recents\" && ls -U | grep 'jpg$'").lines
    }

    @Test(.proves("A photo counts as viewed")) func `A, B, A gives A, B, though the page cache answered`() async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await Self.recents(mount) == [])
            #expect(try await mount.shell(Self.view(0, 1)).status == 0)
            #expect(try await Self.recents(mount) == ["01 photo 1.jpg", "02 photo 0.jpg"])
            let requests = mount.simulator.ledger.count
            #expect(try await mount.shell(Self.view(0)).status == 0)
            #expect(try await Self.recents(mount) == ["01 photo 0.jpg", "02 photo 1.jpg"])
            #expect(mount.simulator.ledger.count == requests, "a view costs no request")
        }
    }

    @Test(.proves("`recents/` shows"))
    func `the twenty photos viewed last, over a remount and a kill -9`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 24)
        try await TestMount.run(numbered.configuration) { mount async throws in
            for number in 0..<24 { #expect(try await mount.shell(Self.view(number)).status == 0) }
            let ranked = (0..<20).map { rank in (rank < 9 ? "0" : "") + "\(rank + 1) photo \(23 - rank).jpg" }
            #expect(try await Self.recents(mount) == ranked)
            try await mount.unmount()
            try await mount.mount()
            #expect(try await Self.recents(mount) == ranked)
            #expect(kill(try await mount.daemon(), SIGKILL) == 0)
            try await mount.mount()
            #expect(try await Self.recents(mount) == ranked)
        }
    }

    @Test(.proves("Going through more than three", "`ls`, `stat`, `getfattr`"))
    func `copying, backing up, looking about and sniffing are no views`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 50)
        let folder = NumberedLibrary.directory()
        // Commons' own list has a thousand places, each of them a question.
        let all = TestSource.current.hasPlaces ? "places" : NumberedLibrary.country
        try await TestMount.run(numbered.configuration) { mount async throws in
            for other in [
                "cp -r \"$M/\(folder)\" \"$T/copy\"", "tar -cf \"$T/tar\" -C \"$M\" \"\(all)\"",
                "rsync -a \"$M/\(folder)/\" \"$T/rsync/\"", "cat \"$M/\(folder)\"/*.jpg > /dev/null",
                "find \"$M/\(all)\" -name '*.jpg' -exec python3 -c '\(Self.reading)' {} +",
                "ls -lR \"$M/\(all)\" > /dev/null", "find \"$M/\(all)\" -exec stat {} + > /dev/null",
                "getfattr -dR \"$M/\(all)\" > /dev/null", "du -a \"$M/\(all)\" > /dev/null",
                "ls -l \"$M\"/* > /dev/null", "cat \"$M/\(folder)\"/*.geojson > /dev/null",
            ] {
                let result = try await mount.shell(other)
                #expect(result.status == 0, "\(other): \(result.errors)")
                #expect(try await Self.recents(mount) == [], "\(other)")
            }
        }
    }

    private static let reading = "import sys; [open(p, \"rb\").read() for p in sys.argv[1:]]"

    @Test(.proves("A photo counts as viewed")) func `the first kilobytes of a photo are no view, half of it is`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 2, imageBytes: 900_000...900_000)
        let photo = "\"$M/\(NumberedLibrary.path(0))\""
        try await TestMount.run(numbered.configuration) { mount async throws in
            // O_DIRECT keeps the kernel from reading ahead.
            let sniff = "dd if=\(photo) of=/dev/null bs=64K count=4 status=none; file -b --mime-type \(photo)"
            #expect(try await mount.shell(sniff).text.contains("image/"))
            #expect(try await Self.recents(mount) == [])
            #expect(try await mount.shell("dd if=\(photo) of=/dev/null bs=64K count=8 status=none").status == 0)
            #expect(try await Self.recents(mount) == ["01 photo 0.jpg"])
        }
    }

    @Test(.proves("`ls`, `stat`, `getfattr`", "What a thumbnailer reads"))
    func `a thumbnailer's reading is no view`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration) { mount async throws in
            // The program is told by its executable, whatever it calls itself.
            let disguised = try await mount.shell(
                """
                cp "$(command -v cat)" "$T/tumblerd" && "$T/tumblerd" "$M/\(NumberedLibrary.path(0))" > /dev/null
                """)
            #expect(disguised.status == 0, "\(disguised.errors)")
            #expect(try await Self.recents(mount) == [])
        }
    }

    @Test(.proves("The name with an older rank"))
    func `an older rank and none open the same photo, and viewing there counts`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await mount.shell(Self.view(0, 1, 2)).status == 0)
            try mount.write(numbered.bytes(0), to: "want")
            let names = ["03 photo 0.jpg", "01 photo 0.jpg", "20 photo 0.jpg", "photo 0.jpg"]
            for name in names {
                let same = try await mount.shell(
                    "cmp \"$M/recents/\(name)\" want && stat -c %i \"$M/recents/\(name)\" \"$M/\(NumberedLibrary.path(0))\""
                )
                #expect(same.status == 0 && Set(same.lines).count == 1, "\(name): \(same.errors)")
            }
            #expect(
                try await Self.recents(mount) == ["01 photo 0.jpg", "02 photo 2.jpg", "03 photo 1.jpg"])
            for absent in ["00 photo 0.jpg", "21 photo 0.jpg", "01 photo 9.jpg", "01  photo 0.jpg"] {
                #expect(try await mount.shell("stat \"$M/recents/\(absent)\"").status == 1, "\(absent)")
            }
        }
    }

    @Test(.proves("`rm` takes a photo off", "`rm` removes a photo from a collection"))
    func `rm takes a photo off, and says so for what stands beside it`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await mount.shell(Self.view(0, 1, 2)).status == 0)
            let removed = try await mount.shell(
                "cd \"$M/recents\" && rm '02 photo 1.jpg' && ls *.jpg && test ! -e '02 photo 1.geojson'")
            #expect(removed.lines == ["01 photo 2.jpg", "02 photo 0.jpg"], "\(removed.errors)")
            #expect(removed.status == 0)
            #expect(
                try await mount.shell("cd \"$M/recents\" && rm CREDITS.txt map.html *.geojson .hidden").status == 0)
            #expect(try await mount.shell("cd \"$M/recents\" && ls -A | wc -l").text == "8")
            let all = try await mount.shell("rm \"$M\"/recents/*; ls -A \"$M/recents\"")
            #expect(all.errors == "" && all.lines.sorted() == [".hidden", "CREDITS.txt", "map.geojson", "map.html"])
            #expect(
                try await mount.shell("cmp \"$M/\(NumberedLibrary.path(1))\" /dev/null").status == 1,
                "it is still in its place")
        }
    }

    @Test func `rm -r takes all off without a complaint, though ranks move up under it`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 5)
        try await TestMount.run(numbered.configuration) { mount async throws in
            for number in 0..<5 { #expect(try await mount.shell(Self.view(number)).status == 0) }
            let removed = try await mount.shell("rm -r \"$M/recents/\"* 2>&1; find \"$M/recents\" -name '*photo*'")
            #expect(removed.lines == [])
            for number in 0..<5 { #expect(try await mount.shell(Self.view(number)).status == 0) }
            let all = try await mount.shell("rm -r \"$M/recents\" 2>&1; find \"$M/recents\" -name '*photo*'")
            #expect(all.lines.count == 1 && all.text.contains("/recents': Read-only file system"), "\(all)")
        }
    }

    @Test(.proves("`rm` takes a photo off"))
    func `a photo stays there when its place's listing has moved on`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--photos-per-place", "2"]) { mount async throws in
            #expect(try await mount.shell(Self.view(0)).status == 0)
            let inode = try await mount.shell("stat -c %i \"$M/recents/01 photo 0.jpg\"").text
            numbered.library.edit(NumberedLibrary.id(0)) {
                $0.position = nil; $0.woeid = nil
            }
            try await mount.unmount()
            try await mount.mount()
            try mount.write(numbered.bytes(0), to: "want")
            let there = try await mount.shell(
                "cmp \"$M/recents/01 photo 0.jpg\" want && stat -c %i \"$M/recents/01 photo 0.jpg\"")
            #expect(there.text == inode, "\(there.errors)")
        }
    }

    @Test(.proves("`recents/` shows"))
    func `maps, sidecars, credits and attributes are as in every list`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await mount.shell(Self.view(0, 1)).status == 0)
            let map = try await mount.shell(
                """
                cd "$M/recents" && grep -o '"href":"[^"]*' map.geojson | cut -c9- | sed 's/%20/ /g' \
                && grep -o '"href":"[^"]*' '01 photo 1.geojson' | cut -c9- | sed 's/%20/ /g' && wc -l < CREDITS.txt \
                && stat -c '%s %a' . && ls -A | wc -l && getfattr -n user.places.count --only-values .
                """)
            #expect(
                map.lines == ["01 photo 1.jpg", "02 photo 0.jpg", "01 photo 1.jpg", "4", "2 755", "8", "2"],
                "\(map.text) \(map.errors)")
            #expect(
                try await mount.shell("cat \"$M/recents/.hidden\"").lines.sorted() == [
                    "01 photo 1.geojson", "02 photo 0.geojson", "map.geojson",
                ])
        }
    }

    @Test(.proves("The access time"))
    func `when a photo was viewed is its access time, and written down`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        let photo = "\"$M/\(NumberedLibrary.path(0))\""
        try await TestMount.run(numbered.configuration) { mount async throws in
            let before = try await mount.shell(
                "ls \"$M/\(NumberedLibrary.directory())\" > /dev/null; stat -c '%X %Z' \(photo)")
            #expect(Set(before.text.split(separator: " ")).count == 1, "the upload, before the first view")
            #expect(try await mount.shell("getfattr -n user.places.viewed \(photo)").status == 1)
            #expect(try await mount.shell(Self.view(0)).status == 0)
            #expect(try await mount.shell("getfattr -n user.places.viewed --only-values \(photo)").text.hasPrefix("20"))
            let viewed = try await mount.shell(
                """
                for try in $(seq 400); do
                    [ $(( $(date +%s) - $(stat -c %X \(photo)) )) -lt 60 ] && exit 0
                    sleep 0.05
                done
                exit 1
                """)
            #expect(viewed.status == 0)
            let time = try await mount.shell("stat -c %X \(photo)").text
            #expect(kill(try await mount.daemon(), SIGKILL) == 0)
            try await mount.mount()
            #expect(try await mount.shell("stat -c %X \(photo)").text == time)
        }
    }

    @Test func `a photo's links follow every list that it joins or leaves, wherever somebody looks`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount async throws in
            func links(_ paths: [String], are count: Int) async throws -> Bool {
                let quoted = paths.map { "\"$M/\($0)\"" }.joined(separator: " ")
                // What the kernel remembers is told to it behind the answer.
                return try await mount.shell(
                    """
                    for try in $(seq 600); do
                        [ "$(stat -c %h \(quoted) | sort -u)" = \(count) ] && exit 0
                        sleep 0.02
                    done
                    stat -c '%h %n' \(quoted); exit 1
                    """
                ).status == 0
            }
            let position = try #require(numbered.library.photo(NumberedLibrary.id(0))?.position)
            let point = "\(position.latitude),\(position.longitude)"
            let near = "\(position.latitude + 0.001),\(position.longitude)"
            let place = NumberedLibrary.path(0)
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"").status == 0)
            #expect(try await links([place], are: 2))
            #expect(
                try await mount.shell("cd \"$M/pins\" && mkdir ./\(point) ./\(near) && ls ./\(point) ./\(near)").status
                    == 0)
            let pins = ["pins/\(point)/photo 0.jpg", "pins/\(near)/photo 0.jpg"]
            #expect(try await links([place] + pins, are: 3))
            #expect(try await mount.shell(Self.view(0)).status == 0)
            #expect(try await Self.recents(mount) == ["01 photo 0.jpg"])
            #expect(try await links([place, "recents/01 photo 0.jpg"] + pins, are: 4))
            #expect(try await mount.shell("rm \"$M/\(pins[0])\"").status == 0)
            #expect(try await links([place, "recents/01 photo 0.jpg", pins[1]], are: 3))
            #expect(try await mount.shell("rmdir \"$M/pins/\(near)\"").status == 0)
            #expect(try await links([place, "recents/01 photo 0.jpg"], are: 2))
        }
    }
}
