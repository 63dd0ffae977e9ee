import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("The tree", .enabled(if: Repository.canMount))
struct TreeTests {
    /// Files of Commons always have a name.
    private static let untitled =
        TestSource.current == .flickr ? "First words of a photo without a title" : "Photo \(Atlas.id(3))"
    private static let unknown = TestSource.current == .flickr ? "Unknown" : "Photo \(Atlas.id(4))"
    private static let topic = "tags/" + TestSource.current.firstTopic

    @Test(.proves("The root shows", "Two places of one country", "A photo's name is its title"))
    func `each level shows what it should and nothing else`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            func names(_ path: String) async throws -> [String] {
                try await mount.shell("ls -A \"$M/\(path)\"").lines.sorted()
            }
            #expect(try await names("") == TestMount.rootNames)
            if TestSource.current.hasPlaces {
                #expect(
                    try await names("places") == [
                        ".hidden", "France", "Japan", "README.txt", "United States", "map.geojson", "map.html",
                    ])
                #expect(try await names("places/France") == [".hidden", "Nice", "Paris", "map.geojson", "map.html"])
                #expect(
                    try await names("places/United States")
                        == [".hidden", "Springfield, Illinois", "Springfield, Missouri", "map.geojson", "map.html"])
            } else {
                let files = [".hidden", "map.geojson", "map.html"]
                #expect(
                    try await Set(names("places")).isSuperset(
                        of: files + ["README.txt", "France", "Japan", "United States"]))
                #expect(try await Set(names("places/France")).isSuperset(of: files + ["Nice", "Paris"]))
            }
            #expect(
                try await names(Atlas.paris)
                    == [
                        ".hidden", "CREDITS.txt", "\(Self.untitled).geojson", "\(Self.untitled).jpg",
                        "Pont Neuf.geojson", "Pont Neuf.jpg",
                        "Sunset over the Seine (\(Atlas.id(1))).geojson", "Sunset over the Seine (\(Atlas.id(1))).jpg",
                        "Sunset over the Seine.geojson", "Sunset over the Seine.jpg", "Undated.geojson", "Undated.jpg",
                        "\(Self.unknown).geojson", "\(Self.unknown).jpg", "map.geojson", "map.html",
                    ].sorted())
            #expect(try await names("tags") == (["README.txt"] + TestSource.current.firstTopics).sorted())
            #expect(try await names(Self.topic) == [".hidden", "No Images", "map.geojson", "map.html"])
            #expect(try await names("recents") == [".hidden", "CREDITS.txt", "map.geojson", "map.html"])
            #expect(try await names("pins") == [".hidden", "README.txt", "map.geojson", "map.html"])
            #expect(
                try await names(".placesfs") == ["cached", "metrics", "status", "status.json", "version"])
        }
    }

    @Test(.proves("A place shows 50 photos"))
    func `an empty place says so and never lies about its length`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let list = try await mount.shell("ls -A \"$M/places/Japan/Kyoto\"")
            #expect(list.lines.sorted() == [".hidden", "CREDITS.txt", "No Images", "map.geojson", "map.html"])
            let note = try await mount.shell(
                "cd \"$M/places/Japan/Kyoto\" && stat -c %s 'No Images' && wc -c < 'No Images' && cat 'No Images'")
            #expect(note.lines.count == 3 && note.lines[0] == note.lines[1], "\(note.text)")
            #expect(note.text.contains("no photos"))
            // Where there are photos there is no such file.
            #expect(try await mount.shell("stat \"$M/\(Atlas.paris)/No Images\"").status == 1)
        }
    }

    @Test(.proves("`places/` shows countries")) func `countries and places come in alphabetical order`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let known = ["map.geojson", "map.html", "README.txt", "France", "Japan", "United States", "Nice", "Paris"]
            func listed(_ path: String) async throws -> [String] {
                let names = try await mount.shell("ls -U \"$M/\(path)\"").lines
                return TestSource.current.hasPlaces ? names : names.filter(known.contains)
            }
            #expect(try await listed("places") == Array(known[..<6]))
            #expect(try await listed("places/France") == Array(known[..<2] + known[6...]))
        }
    }

    @Test(.proves("The list of places is"))
    func `without a list of places from the source the gazetteer's stands in, and README tells`() async throws {
        var configuration = Atlas.configuration()
        configuration.behaviour.hasTopPlaces = false
        try await TestMount.run(configuration) { mount async throws in
            let countries = try await mount.shell("ls \"$M/places\"").lines
            #expect(countries.count > 190 && countries.contains("Vanuatu"))
            #expect(try await mount.shell("cat \"$M\"/places/*/map.geojson | grep -c '\"Feature\"'").text != "0")
            let places = try await mount.shell("ls \"$M\"/places/* | grep -vc -e '^$' -e ':$' -e geojson").text
            #expect(try #require(Int(places)) > 900)
            #expect(try await mount.shell("cat \"$M/README.txt\"").text.contains("places/ shows the built-in list: "))
            #expect(mount.simulator.ledger.searches == 0, "places are not listed for that")
        }
    }

    @Test(.proves("Directories have mode"))
    func `everything has the mode, owner and link count it should`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let owner = "\(getuid()):\(getgid())"
            for (path, mode) in [
                ("", "755"), ("places", "755"), ("places/France", "755"), (Atlas.paris, "755"), ("tags", "755"),
                (Self.topic, "755"), ("recents", "755"), ("pins", "755"), (".placesfs", "755"),
                (".placesfs/cached", "755"),
            ] {
                let stat = try await mount.shell("stat -c '%F %a %u:%g' \"$M/\(path)\"")
                #expect(stat.text == "directory \(mode) \(owner)", "\(path)")
            }
            let files = try await mount.shell(
                """
                cd "$M" && find \(Atlas.walked) -type f -printf '%m %U:%G %f\\n' | grep -v '^644 \(owner) ' | head
                find \(Atlas.walked) ! -type f ! -type d
                """
            )
            #expect(
                files.text == "" && files.errors == "", "files with another mode or owner, or things that are neither")
            let links = try await mount.shell(
                "cd \"$M/\(Atlas.paris)\"; stat -c %h *.jpg | sort -u; stat -c %h . map.geojson")
            #expect(links.lines == ["2", "1", "1"])
        }
    }

    @Test(.proves("A photo is one inode"))
    func `a photo's link count is the number of directories that list it`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let photo = "\(Atlas.paris)/Pont Neuf.jpg"
            let before = try await mount.shell("ls \"$M/\(Atlas.paris)\" > /dev/null; stat -c '%i %h' \"$M/\(photo)\"")
                .text
            #expect(before.hasSuffix(" 2"), "never less than 2")
            #expect(try await mount.shell("cat \"$M/\(photo)\" > /dev/null").status == 0)
            let cached = try await mount.shell(
                "ls \"$M/.placesfs/cached\"; stat -c %i \"$M/.placesfs/cached/Pont Neuf.jpg\"")
            #expect(cached.lines == ["Pont Neuf.jpg", String(before.prefix { $0 != " " })], "one inode in both")
        }
    }

    @Test(.proves("A directory's size")) func `a directory's size is its number of photos, or else of folders`()
        async throws
    {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell(
                """
                cd "$M"; ls -R \(Atlas.walked) > /dev/null; mkdir pins/48.8584,2.2945; ls pins/* > /dev/null; cat \(Atlas.paris)/Pont*.jpg > /dev/null
                for d in . places places/France "places/United States" \(Atlas.paris) places/Japan/Kyoto pins pins/4* tags \
                    recents .placesfs \(Atlas.paris)/.small
                do
                    photos=$(find "$d" -mindepth 1 -maxdepth 1 -name '*.jpg' | wc -l)
                    folders=$(find "$d" -mindepth 1 -maxdepth 1 -type d | wc -l)
                    echo "$(stat -c %s "$d") $((photos > 0 ? photos : folders)) $d"
                done
                """)
            #expect(result.lines.count == 12, "\(result.errors)")
            for line in result.lines {
                let numbers = line.split(separator: " ")
                #expect(numbers.count > 2 && numbers[0] == numbers[1], "\(line)")
            }
        }
    }

    @Test(.proves("The modification time")) func `times of a photo are when it was taken and uploaded`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let folder = "cd \"$M/\(Atlas.paris)\"; ls > /dev/null; TZ=UTC"
            func times(_ name: String) async throws -> String {
                try await mount.shell("\(folder) stat -c '%Y %Z %X' \"\(name)\"").text
            }
            let upload = { (number: Int) in String(1_700_000_000 + number * 60) }
            // 2019-05-04 18:20:11 on a clock in UTC, as the mount's zone is.
            #expect(
                try await times("Sunset over the Seine (\(Atlas.id(1))).jpg") == "1556994011 \(upload(1)) \(upload(1))")
            #expect(try await times("Pont Neuf.jpg") == "-224693100 \(upload(5)) \(upload(5))")
            #expect(try await times("Undated.jpg") == "\(upload(6)) \(upload(6)) \(upload(6))")
        }
    }

    @Test(.proves("A directory's size")) func `a directory's time is when its entries last changed`() async throws {
        let library = Atlas.library()
        let configuration = Simulator.Configuration(library: .custom(library))
        try await TestMount.run(configuration, options: ["--listing-lifetime", "1s"]) { mount async throws in
            let time = "ls \"$M/\(Atlas.paris)\" > /dev/null; stat -c %Y \"$M/\(Atlas.paris)\""
            let first = try #require(try await Int(mount.shell(time).text))
            let count = mount.simulator.ledger.searches
            // A refresh that changes nothing leaves the time alone.
            let refreshed = try await mount.shell(
                """
                for try in $(seq 300); do ls "$M/\(Atlas.paris)" > /dev/null
                    [ "$(getfattr --only-values -n user.places.refreshed "$M/\(Atlas.paris)")" != \\
                      "$(date -u -d @\(first) +%FT%TZ)" ] && break; sleep 0.1; done; [ $try -lt 300 ] || exit 97; \(time)
                """)
            #expect(refreshed.text == String(first) && refreshed.status == 0, "\(refreshed.errors)")
            #expect(mount.simulator.ledger.searches > count)
            library.remove(Atlas.id(5))
            let changed = try await mount.shell(
                """
                for try in $(seq 300); do [ $(\(time)) != \(first) ] && break; sleep 0.1; done
                \(time); ls "$M/\(Atlas.paris)"
                """
            )
            #expect(changed.lines.first.flatMap { Int($0) } ?? 0 > first)
            #expect(!changed.lines.contains("Pont Neuf.jpg"))
        }
    }

    @Test(.proves("A directory's size")) func `what did not change keeps its time over a remount`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let times = """
                cd "$M" && stat -c '%n %Y' . tags pins places/.hidden pins/.hidden tags/README.txt pins/README.txt
                """
            let first = try await mount.shell(times)
            #expect(first.status == 0, "\(first.errors)")
            try await mount.unmount()
            _ = try await mount.shell("now=$(date +%s); until [ $(date +%s) != $now ]; do sleep 0.1; done")
            try await mount.mount()
            #expect(try await mount.shell(times).text == first.text)
        }
    }

    @Test(.proves("`df` leaves the mount out"))
    func `statfs answers zero blocks, and df leaves the mount out`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let statfs = try await mount.shell("stat -f -c '%b %f %a %c %d %l %s' \"$M\"")
            #expect(statfs.text == "0 0 262144 0 0 255 4096", "what may be kept is available")
            #expect(try await mount.shell("df 2>/dev/null | grep -c \" $M$\"").text == "0")
            let name = "placesfs-\(TestSource.current)"
            #expect(try await mount.shell("df \"$M\" | tail -1").text.hasPrefix(name + " "))
            let entry = try await mount.shell("findmnt -n -o SOURCE,FSTYPE,OPTIONS \"$M\"").text
            #expect(entry.hasPrefix(name + " fuse.placesfs ") && !entry.contains("default_permissions"))
            #expect(entry.contains("nosuid") && entry.contains("nodev"))
        }
    }

    @Test(.proves("`CACHEDIR.TAG`"))
    func `names that only programs look for are answered and not listed`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let tag = try await mount.shell("head -c 43 \"$M/CACHEDIR.TAG\"")
            #expect(tag.text == "Signature: 8a477f597d28d172789f06886806bc55")
            let all = try await mount.shell("cd \"$M\"; stat -c '%n %F' CACHEDIR.TAG .nomedia .trackerignore .placesfs")
            #expect(
                all.lines == [
                    "CACHEDIR.TAG regular file", ".nomedia regular empty file", ".trackerignore regular empty file",
                    ".placesfs directory",
                ])
            // What makes use of the tag.
            let tar = try await mount.shell("tar -C \"$M\" --exclude-caches-all -cf all.tar . && tar tf all.tar")
            #expect(tar.text == "" && tar.status == 0, "tar leaves the whole folder out when told to")
        }
    }
}
