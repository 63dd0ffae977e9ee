import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Links and moves put photos into albums", .enabled(if: Repository.canMount))
struct AlbumLinkTests {
    @Test(.proves("`ln` of a photo", "A photo stands in an album once"))
    func `ln adds the photo itself, once, and links nothing else`() async throws {
        try await AlbumWorld.run { world in
            let linked = try await world.shell(
                """
                mkdir albums/Poster albums/Wall; f=$(photo 1)
                ln "$f" albums/Poster/a.jpg && [ "$(number "$f")" = "$(number albums/Poster/a.jpg)" ] && echo same
                cmp "$f" albums/Poster/a.jpg && ln albums/Poster/a.jpg albums/Wall/ && echo both
                for t in "albums/Poster/b.jpg" "albums/x.jpg" "pins/x.jpg" "x.jpg"; do ln "$f" "$t" 2>&1 | grep -o '[^:]*$'; done
                ln README.txt albums/Poster/r.jpg 2>&1 | grep -o '[^:]*$'
                ln "$(photo 2)" albums/Poster/A.JPG 2>&1 | grep -o '[^:]*$'; photos albums/Poster
                """)
            #expect(
                linked.lines == [
                    "same", "both", " File exists", " Operation not permitted", " Operation not permitted",
                    " Operation not permitted", " Operation not permitted", " File exists", "a.jpg",
                ], "\(linked.text)\(linked.errors)")
        }
    }

    @Test(.proves("A symbolic link to a photo of this mount"))
    func `ln -s adds the photo, whatever the target begins at, and nothing else`() async throws {
        try await AlbumWorld.run { world in
            let linked = try await world.shell(
                """
                mkdir albums/Poster; a=$(photo 1) b=$(photo 2) c=$(photo 3)
                ln -s "$M/$a" albums/Poster/a.jpg && ln -sr "$b" albums/Poster/b.jpg && ln -s "$c" albums/Poster/c.jpg
                for n in a b c; do [ -L albums/Poster/$n.jpg ] && echo link; stat -c %F albums/Poster/$n.jpg; done
                cmp "$a" albums/Poster/a.jpg && cmp "$b" albums/Poster/b.jpg && cmp "$c" albums/Poster/c.jpg && echo equal
                for t in /etc/passwd "$M/README.txt" "$M/places/France" nowhere.jpg "$M/places/France/Paris/No.jpg"; do
                    ln -s "$t" albums/Poster/x.jpg 2>&1 | grep -o '[^:]*$'; done
                why albums/Poster | grep -o 'leads to no photo of this mount'
                ln -s "$a" albums/Poster/again.jpg 2>&1 | grep -o '[^:]*$'; ls -A albums/Poster
                exec 5< "$(photo 4)"; ln -s "$(photo 4)" albums/Poster/d.jpg; cat <&5 | cmp - "$(photo 4)" && echo read
                """)
            #expect(
                linked.lines == ["regular file", "regular file", "regular file", "equal"]
                    + [String](repeating: " Operation not permitted", count: 5) + [
                        "leads to no photo of this mount", " File exists", "a.jpg", "b.jpg", "c.jpg", "read",
                    ], "\(linked.text)\(linked.errors)")
        }
    }

    @Test(.proves("`mv` of a photo into an album"))
    func `mv from a place keeps it there too, from pins and recents takes it away, between albums moves it`()
        async throws
    {
        try await AlbumWorld.run { world in
            let moved = try await world.shell(
                "exchange='\(Script.path("Albums/exchange.py"))'\n" + Script.text("Albums/move.sh"))
            #expect(
                moved.lines == [
                    "kept", "left the pin", "pinned.jpg", "other.jpg", "replaced", "stays", "1",
                    "placesfs writes itself",
                    " Read-only file system",
                    " Read-only file system", "\"Paris\" is a whole folder: copy it", " Read-only file system",
                    "File exists",
                    "Invalid argument",
                ], "\(moved.text)\(moved.errors)")
        }
    }

    @Test(.proves("A photo bears the name that it was given"))
    func `a wrong ending is corrected in the listing, and the given name opens as well`() async throws {
        try await AlbumWorld.run { world in
            let named = try await world.shell(
                """
                mkdir albums/A; f=$(photo 1)
                ln "$f" albums/A/one.png; cmp "$f" albums/A/one.png && cmp "$f" albums/A/one.jpg && echo both
                mv "$(photo 2)" albums/A/two; mv "$(photo 3)" albums/A/three.JPEG; cp "$(photo 4)" albums/A/fo.ur
                ls albums/A; [ -e albums/A/two ] && rm albums/A/two && photos albums/A | grep -c two
                n=$(printf 'x%.0s' $(seq 247)); ln "$(photo 5)" albums/A/$n.jpg && ln "$(photo 6)" albums/A/${n}y.jpg 2>&1 | grep -o '[^:]*$'
                ln "$(photo 6)" albums/A/map.html 2>&1 | grep -o '[^:]*$'
                mv albums/A/one.jpg albums/A/.hidden.one; mv albums/A/three.jpg $'albums/A/tab\\tand "quotes".jpg'; ls -A albums/A | wc -l
                """)
            #expect(
                named.lines == [
                    "both", "fo.ur.jpg", "one.jpg", "three.jpg", "two.jpg", "0", " File name too long",
                    " Invalid argument", "4",
                ], "\(named.text)\(named.errors)")
        }
    }

    @Test(.proves("A symbolic link to a photo of this mount"))
    func `ln -s to a photo of a place that was never listed asks for that place, or says why it cannot`() async throws {
        let numbered = NumberedLibrary(places: 3, photosPerPlace: 4)
        try await TestMount.run(numbered.configuration, options: ["--retries", "0"]) { mount in
            let linked = try await mount.shell(
                """
                mkdir "$M/albums/A" && ln -s "$M/\(NumberedLibrary.path(1))" "$M/albums/A/" && ls "$M/albums/A" | grep jpg
                ln -s "$M/\(NumberedLibrary.path(1, of: 1)).none" "$M/albums/A/" 2>&1 | grep -o '[^:]*$'
                """)
            #expect(linked.lines == ["photo 1.jpg", " Operation not permitted"], "\(linked.text)\(linked.errors)")
            let asked = mount.simulator.ledger.entries.count(where: \.isSearch)
            let again = try await mount.shell("ln -s \"$M/\(NumberedLibrary.path(2))\" \"$M/albums/A/\"; echo $?")
            #expect(again.text == "0" && mount.simulator.ledger.entries.count(where: \.isSearch) == asked)
            await mount.simulator.stop()
            let offline = try await mount.shell(
                "ln -s \"$M/\(NumberedLibrary.path(3, of: 2))\" \"$M/albums/A/\" 2>&1 | grep -o '[^:]*$'")
            #expect(offline.text == " Network is unreachable", "\(offline.text)")
        }
    }

    @Test(.proves("A folder in an album")) func `folders and devices cannot be made in an album`() async throws {
        try await AlbumWorld.run { world in
            let refused = try await world.shell(
                """
                mkdir albums/A; for c in 'mkdir albums/A/b' 'mkfifo albums/A/b'; do $c 2>&1 | grep -o '[^:]*$'; done
                touch albums/x 2>&1 | grep -o '[^:]*$'; ls albums
                """)
            #expect(
                refused.lines == [
                    " Operation not permitted", " Operation not permitted", " Read-only file system", "A",
                ], "\(refused.text)\(refused.errors)")
        }
    }
}
