import Promises
import TestSupport
import Testing

@Suite("An album is a folder of one's own", .enabled(if: Repository.canMount))
struct AlbumFolderTests {
    @Test(.proves("`mkdir albums/Poster` makes an album", "`rm` in an album"))
    func `an album is made, filled, renamed and removed`() async throws {
        try await AlbumWorld.run { world in
            let made = try await world.shell(
                """
                ls albums; mkdir albums/Poster; ls albums; n=$(number albums/Poster)
                ls -A albums/Poster; cat 'albums/Poster/No Images' | cut -d. -f1
                ln "$(photo 1)" albums/Poster/b.jpg; ln "$(photo 2)" albums/Poster/A.jpg; ls albums/Poster
                rmdir albums/Poster 2>&1 | grep -o 'Directory not empty'
                mv albums/Poster albums/Wall; [ "$(number albums/Wall)" = $n ] && photos albums/Wall
                rm albums/Wall/b.jpg; photos albums/Wall; [ -e "$(photo 1)" ] && echo 'still in its place'
                rm -r albums/Wall; ls albums
                """)
            #expect(
                made.lines == [
                    "README.txt", "Poster", "No Images", "This album is empty", "A.jpg", "b.jpg", "Directory not empty",
                    "A.jpg", "b.jpg", "A.jpg", "still in its place", "README.txt",
                ], "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("Albums and their photos are kept over"))
    func `albums come back after a remount, a kill and a lost catalog`() async throws {
        try await AlbumWorld.run { world in
            let look = """
                ls albums; photos albums/Poster; photos 'albums/Zum Bild'; stat -c %h "$(photo 1)"
                """
            let made = try await world.shell(
                """
                mkdir albums/Poster albums/Later 'albums/Zum Bild'; rmdir albums/Later
                ln "$(photo 1)" 'albums/Poster/the "first": ?.jpg'; cp "$(photo 2)" albums/Poster/2.jpg
                ln "$(photo 1)" 'albums/Zum Bild/é.jpg'; ln "$(photo 3)" albums/Poster/3.jpg; rm albums/Poster/3.jpg
                mv albums/Poster/2.jpg albums/Poster/two.jpg
                number 'albums/Zum Bild/é.jpg'; \(look)
                """)
            #expect(
                made.lines.dropFirst() == [
                    "Poster", "Zum Bild", "the \"first\": ?.jpg", "two.jpg", "é.jpg", "3",
                ], "\(made.text)\(made.errors)")
            let again = "number 'albums/Zum Bild/é.jpg'; " + look
            try await world.unmount()
            try await world.mount()
            #expect(try await world.shell(again).lines == made.lines)
            try await world.crash()
            #expect(try await world.shell(again).lines == made.lines)
            try await world.unmount()
            let lost = try await world.shell("cd; rm ~/.local/share/placesfs/sample/catalog.sqlite* && echo lost")
            #expect(lost.lines == ["lost"], "\(lost.text)\(lost.errors)")
            try await world.mount()
            let found = try await world.shell(
                """
                for _ in $(seq 1200); do [ "$(photos albums/Poster | wc -l)" = 2 ] && break; sleep 0.05; done
                ls albums; photos albums/Poster; photos 'albums/Zum Bild'
                """)
            #expect(found.lines == Array(made.lines[1...5]), "\(found.text)\(found.errors)")
        }
    }

    @Test(.proves("What a file manager calls a new folder"))
    func `a new folder of a file manager becomes an album when it is renamed`() async throws {
        try await AlbumWorld.run { world in
            let named = try await world.shell(
                """
                mkdir 'albums/Untitled Folder'; head -1 'albums/Untitled Folder/README.txt' | cut -d' ' -f1-5
                n=$(number 'albums/Untitled Folder'); mv 'albums/Untitled Folder' albums/Poster
                [ "$(number albums/Poster)" = $n ] && ln "$(photo 1)" albums/Poster/ && photos albums/Poster | wc -l
                mkdir 'albums/New Folder'
                """)
            #expect(named.lines == ["This folder becomes an album", "1"], "\(named.text)\(named.errors)")
            try await world.unmount()
            try await world.mount()
            #expect(try await world.shell("ls albums").lines == ["Poster"])
        }
    }

    @Test(
        .proves("A name of an album is any name"),
        arguments: [
            ("poster", "File exists", "\"poster\" is here already, as \"Poster\""),
            ("map.html", "Invalid argument", "is the name of a file of placesfs"),
            ("two\nlines", "Invalid argument", "cannot be the name of a folder here"),
        ])
    func `a name that no album can have is refused with the reason`(name: String, errno: String, reason: String)
        async throws
    {
        try await AlbumWorld.run { world in
            let refused = try await world.shell(
                "mkdir albums/Poster; mkdir $'albums/\(name)' 2>&1; why albums; ls albums")
            #expect(refused.text.contains(errno) && refused.text.contains(reason), "\(refused.text)")
            #expect(refused.lines.last == "Poster")
        }
    }

    @Test(.proves("An album shows maps, credits and sidecars"))
    func `an album that is quiet shows its map, credits and sidecars, and counts as a folder of its photos`()
        async throws
    {
        try await AlbumWorld.run { world in
            let shown = try await world.shell(
                """
                mkdir albums/Poster albums/Wall; for a in Wall Poster; do ln "$(photo 1)" albums/$a/One.jpg; done
                stat -c %h "$(photo 1)" albums/Poster/One.jpg
                ls -A albums/Poster; quiet albums/Poster; ls -A albums/Poster
                grep -c One.jpg albums/Poster/CREDITS.txt; python3 -m json.tool albums/Poster/map.geojson > /dev/null && echo map
                ln "$(photo 2)" albums/Poster/Two.jpg; ls -A albums/Poster
                getfattr --only-values -n user.places.count albums/Poster; echo
                quiet albums/Poster; rm albums/Poster/map.html && ls albums/Poster/map.html; rm albums/*/One.jpg; stat -c %h "$(photo 1)"
                """)
            #expect(
                shown.lines == [
                    "3", "3", "One.jpg", ".hidden", "CREDITS.txt", "One.geojson", "One.jpg", "map.geojson", "map.html",
                    "1", "map", "One.jpg", "Two.jpg", "2", "albums/Poster/map.html", "2",
                ], "\(shown.text)\(shown.errors)")
        }
    }
}
