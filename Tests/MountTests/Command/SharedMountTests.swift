import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite(
    "What others see of a mount that lets them in",
    .enabled(if: Repository.canMount && geteuid() == 0, "being two users takes root"))
struct SharedMountTests {
    private static let stranger = "setpriv --reuid 65534 --regid 65534 --clear-groups"

    private static func run(_ body: (TestMount) async throws -> Void) async throws {
        try await TestMount.run(Atlas.configuration(), options: ["--allow-other"]) { mount in
            #expect(try await mount.shell("chmod 755 \"$M/..\" \"$T\"").status == 0)
            // The owner has looked at everything, so that the kernel knows it.
            let looked = try await mount.shell(
                """
                set -e; cd "$M"; cat "\(Atlas.paris)/Pont Neuf.jpg" > /dev/null
                mkdir "pins/48.8571,2.3414 Home"; ls "pins/48.8571,2.3414 Home"; ls recents
                mkdir "search/near 48.8571,2.3414"; ls "search/near 48.8571,2.3414"
                mkdir albums/Poster; ln "\(Atlas.paris)/Pont Neuf.jpg" albums/Poster/; ls albums/Poster
                find recents pins search albums .placesfs .placesfs/cached > "$T/private"
                find recents pins search albums .placesfs -type d > "$T/folders"; chmod 644 "$T/private" "$T/folders"
                while read path; do stat "$path"; getfattr -d "$path"; done < "$T/private" > /dev/null
                find recents pins search albums .placesfs/cached -type f -exec md5sum {} +
                """)
            #expect(looked.status == 0 && looked.lines.count > 20, "\(looked.text)\(looked.errors)")
            try await body(mount)
        }
    }

    @Test(.proves("`recents/`, `pins/`, `search/`, `albums/` and"))
    func `recents, pins and status are the owner's, though the owner has just looked at all of it`()
        async throws
    {
        try await Self.run { mount in
            let tried = try await mount.shell(
                """
                cp "\(Script.path("Command/private.sh"))" "$T/try"
                touch "$T/said"; chmod 666 "$T/said"; chmod 644 "$T/try"
                wc -l < "$T/private"; \(Self.stranger) bash "$T/try" "\(Atlas.paris)/Pont Neuf.jpg"; md5sum < "$M/\(Atlas.paris)/Pont Neuf.jpg"
                """)
            #expect(Int(tried.lines.first ?? "") ?? 0 > 25)
            #expect(tried.lines.count == 3 && tried.lines[1] == tried.lines[2], "\(tried.text)\(tried.errors)")
            let modes = try await mount.shell(
                "cd \"$M\"; stat -c '%a %n' places tags recents pins search albums .placesfs")
            #expect(
                modes.lines == [
                    "755 places", "755 tags", "700 recents", "700 pins", "700 search", "700 albums",
                    "700 .placesfs",
                ])
        }
    }

    @Test(.proves("`recents/`, `pins/`, `search/`, `albums/` and"))
    func `the owner's shell stays where it is while others try`() async throws {
        try await Self.run { mount in
            let tried = try await mount.shell(
                """
                for folder in "$M/pins" "$M/recents" "$M/.placesfs" "$M/pins/48.8571,2.3414 Home"; do
                    cd "$folder"
                    for try in 1 2 3; do
                        \(Self.stranger) ls "$folder" 2> /dev/null
                        \(Self.stranger) stat "$folder" > /dev/null 2>&1
                        python3 -c 'import os; os.getcwd()' 2>&1 | tail -1
                        [ "$(ls)" = "$(ls "$folder")" ] || echo "another folder"
                    done
                done
                """)
            #expect(tried.text == "" && tried.status == 0, "\(tried.text)\(tried.errors)")
        }
    }

    @Test(.proves("Without `--allow-other`"))
    func `who is not the owner is told that keeping and handing out are the owner's`() async throws {
        try await TestMount.run(Atlas.configuration(), options: ["--allow-other"]) { mount in
            let tried = try await mount.shell(
                """
                chmod 755 "$M/.." "$T"; ls "$M/\(Atlas.paris)" > /dev/null; mkdir "$T/out"; chmod 777 "$T/out"
                for words in "keep --yes" unkeep "handout --yes -o $T/out/x.zip"; do
                    for folder in "$M/\(Atlas.paris)" "$M/places/France" "$M/places"; do
                        \(Self.stranger) "\(Repository.placesfs)" $words "$folder" 2>&1; echo $?
                    done
                done; ls "$T/out"
                """)
            let keeping = ["placesfs: only the user who mounted \(mount.path) may keep folders", "22"]
            let handing = ["placesfs: only the user who mounted \(mount.path) may hand out its photos", "22"]
            let expected = Array(repeating: keeping, count: 6) + Array(repeating: handing, count: 3)
            #expect(tried.lines == expected.flatMap(\.self), "\(tried.text)\(tried.errors)")
        }
    }

    @Test(.proves("`recents/`, `pins/`, `search/`, `albums/` and"))
    func `what others read is none of the owner's views`() async throws {
        try await Self.run { mount in
            let before = try await mount.shell("ls \"$M/recents\"").text
            let read = try await mount.shell(
                """
                for try in 1 2; do \(Self.stranger) cat "$M/\(Atlas.paris)/Undated.jpg" | wc -c; done
                getfattr --only-values -n user.places.viewed "$M/\(Atlas.paris)/Undated.jpg" 2>&1
                """)
            #expect(read.lines.first != "0" && read.text.contains("No such attribute"), "\(read.text)")
            #expect(try await mount.shell("ls \"$M/recents\"").text == before)
            let own = try await mount.shell("cat \"$M/\(Atlas.paris)/Undated.jpg\" > /dev/null; ls \"$M/recents\"")
            #expect(own.text.contains("01 Undated.jpg"), "the owner's own look counts")
        }
    }

    /// Everything that a user who was let in can learn of each photo of a folder: stat, all attributes that there are,
    /// the errno of those that there are not, and what access(2) says.
    private static let checklist = Script.text("Command/stranger.py")

    /// Times are told by requests: what the daemon answers from memory takes microseconds whatever the owner did, and
    /// who measures those measures the machine. That bytes which are there come at once is no secret
    /// (configuration.md).
    @Test(.proves("In a mount for others a photo's", "`recents/`, `pins/`, `search/`, `albums/` and"))
    func `nothing that a stranger can ask changes by what the owner does, but the size of what was opened`()
        async throws
    {
        try await TestMount.run(Atlas.configuration(), options: ["--allow-other"]) { mount in
            #expect(try await mount.shell("chmod 755 \"$M/..\" \"$T\"").status == 0)
            try mount.write(Array(Self.checklist.utf8), to: "checklist.py")
            let look = "\(Self.stranger) python3 \"$T/checklist.py\" \"$M\" 'Pont Neuf.jpg'"
            let before = try await mount.shell("chmod 644 \"$T/checklist.py\"; \(look)")
            #expect(before.status == 0 && before.lines.count > 8, "\(before.errors)")
            var asked = mount.simulator.ledger.count
            #expect(try await mount.shell(look).text == before.text)
            #expect(mount.simulator.ledger.count == asked, "a look waits for no source")
            let done = try await mount.shell(
                """
                set -e; cd "$M/\(Atlas.paris)"; cat "Pont Neuf.jpg" > /dev/null
                cd "$M/pins"; mkdir "48.8571,2.3414 Home"; cd "48.8571,2.3414 Home"; ls
                \(FreshnessTests.await("ls \"$M/pins/48.8571,2.3414 Home\" | grep -q jpg"))
                rm "$(ls | grep jpg | head -1)"; touch "New Collection.txt" || :
                \(FreshnessTests.await("ls \"$M/recents\" | grep -q 'Pont Neuf.jpg'"))
                getfattr -n user.places.state "$M/\(Atlas.paris)/Pont Neuf.jpg" | grep -c cached
                """)
            #expect(done.status == 0 && done.lines.last == "1", "\(done.text)\(done.errors)")
            asked = mount.simulator.ledger.count
            let after = try await mount.shell(look)
            #expect(mount.simulator.ledger.count == asked, "nor does it after what the owner did")
            for (was, now) in zip(before.lines, after.lines) { #expect(was == now) }
            #expect(before.lines.count == after.lines.count)
        }
    }

    @Test(.proves("While the owner or root uses"))
    func `one stranger's reading leaves the owner half of the hour and of the cache`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 24)
        let options = ["--allow-other", "--images-per-hour", "200", "--host-wait", "1s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let folder = NumberedLibrary.directory()
            let read = try await mount.shell(
                """
                chmod 755 "$M/.." "$T"; cd "$M/\(folder)"; cat "photo 0.jpg" > /dev/null || exit 1
                for n in $(seq 1 15); do \(Self.stranger) cat "photo $n.jpg" 2>&1 > /dev/null | tail -1; done
                echo; for n in 16 17 18; do timeout 10 cat "photo $n.jpg" > /dev/null || echo "owner $n"; done
                getfattr --only-values -n user.places.state "photo 0.jpg"
                """)
            let parts = read.text.split(separator: "\n\n")
            let refused = read.text.ranges(of: "Input/output error").count
            #expect((4...6).contains(refused), "\(read.text)")
            #expect(read.lines.last == "cached" && !read.text.contains("owner"), "\(read.text)\(parts.count)")
        }
    }
}
