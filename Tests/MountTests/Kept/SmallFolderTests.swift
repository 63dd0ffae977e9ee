import PhotoSimulator
import Promises
import TestSupport
import Testing

/// `.small/`: the names of a list, and the photos' small renditions.
@Suite("Small renditions", .enabled(if: Repository.canMount))
struct SmallFolderTests {
    private static let directory = "$M/" + NumberedLibrary.directory()

    @Test(.proves("`.small/` in every folder of photos", "A small rendition is another file"))
    func `a folder of small renditions has the photos' names, and their small pictures`() async throws {
        let gallery = Gallery.photos(3)
        try await TestMount.run(gallery.configuration) { mount async throws in
            for number in 0..<3 { try mount.write(Gallery.small(number, of: gallery), to: "small \(number)") }
            let ledger = mount.simulator.ledger
            let names = try await mount.shell(
                "cd \"\(Self.directory)\" && ls | grep jpg > $T/a; ls .small > $T/b; cat $T/b")
            #expect(names.lines.count == 3, "\(names.errors)")
            #expect(
                try await mount.shell("cmp $T/a $T/b && ! ls -a \"\(Self.directory)\" | grep -x .small").status == 0)
            #expect(ledger.entries.count(where: \.isImage) == 0, "listing costs nothing")
            let read = try await mount.shell(
                """
                cd "\(Self.directory)/.small" && for n in 0 1 2; do
                    cmp "photo $n.jpg" "$T/small $n" && [ $(stat -c %s "photo $n.jpg") = $(stat -c %s "$T/small $n") ] || exit 1
                done
                """)
            #expect(read.status == 0, "\(read.errors)")
            #expect(Gallery.renditions(asked: ledger) == Array(repeating: TestSource.current.thumbnail, count: 3))
            // A copy is whole whatever length stat(2) told before.
            let others = try await mount.shell(
                """
                cd "\(Self.directory)" && cp -r .small "$T/copies" && cat .small/*.jpg | wc -c && cat "$T"/copies/*.jpg | wc -c
                [ "$(stat -c %i 'photo 0.jpg')" != "$(stat -c %i '.small/photo 0.jpg')" ] || echo same
                getfattr -d '.small/photo 0.jpg'; getfattr -n user.places.id '.small/photo 0.jpg' 2>&1 | grep -c 'No such'
                exiftool -q -q -Artist '.small/photo 0.jpg'
                ls "$M/recents" | grep -c jpg; ls "$M/.placesfs/cached" | wc -l
                touch '.small/photo 0.jpg' 2>/dev/null || echo refused
                """)
            let lines = others.lines
            #expect(lines.count == 6 && lines[0] == lines[1], "\(others.text) \(others.errors)")
            #expect(Array(lines.dropFirst(2)) == ["1", "0", "0", "refused"], "\(others.text) \(others.errors)")
        }
    }

    @Test(.proves("A small rendition is another"))
    func `a small rendition copied before anybody read it has all its bytes`() async throws {
        let gallery = Gallery.photos(4)
        try await TestMount.run(gallery.configuration) { mount async throws in
            for number in 0..<4 { try mount.write(Gallery.small(number, of: gallery), to: "small \(number)") }
            let copied = try await mount.shell(
                """
                cd "\(Self.directory)/.small" && ls -l > /dev/null && cp 'photo 0.jpg' "$T/c0" && cat 'photo 1.jpg' > "$T/c1"
                python3 -c 'import os, sys; f = open(sys.argv[1], "rb"); o = open(sys.argv[2], "wb")
                while os.sendfile(o.fileno(), f.fileno(), None, 1 << 20): pass' 'photo 2.jpg' "$T/c2"
                tar -cf "$T/a.tar" 'photo 3.jpg' && tar -xOf "$T/a.tar" > "$T/c3"
                for n in 0 1 2 3; do cmp "$T/c$n" "$T/small $n" || exit 1; done
                """)
            #expect(copied.status == 0, "\(copied.errors)")
        }
    }

    @Test(.proves("`.small/` in every folder of photos", "`photos.csv` in every folder of photos"))
    func `pins, tags, searches, albums, recents and what is cached have small renditions and a table`() async throws {
        // Two places: at Commons there are a thousand, and who goes through them is a crawler, and waits.
        let topic = TestSource.current.firstTopic
        let atlas = Atlas.configuration { library in library.edit(Atlas.id(1)) { $0.tags += [topic] } }
        try await TestMount.run(atlas) { mount async throws in
            let shown = try await mount.shell(
                """
                set -- "$M/\(Atlas.paris)"/*.jpg; cat "$1" > "$T/one"; mkdir "$M/pins/48.8584,2.2945"
                mkdir "$M/search/near 48.8571,2.3414" "$M/albums/A"; ln "$1" "$M/albums/A/"
                until [ -e "$M/albums/A/photos.csv" ]; do sleep 0.1; done
                shopt -s nullglob
                for list in "$M/\(Atlas.paris)/" "$M/places/Japan/Kyoto/" "$M"/pins/*/ "$M"/tags/*/*[a-z]/ "$M"/search/*/ "$M"/albums/*/ "$M/recents/" "$M/.placesfs/cached/"; do
                    diff <(ls "$list" | grep jpg) <(ls "$list.small") || echo "$list"
                    [ $(ls -d "$list".small | wc -l) = 1 ] || echo "$list"
                    python3 "\(Script.path("Kept/names.py"))" "$list" >> "$T/lists" || echo "$list"
                done
                cut -d ' ' -f 1 "$T/lists" | sort | uniq -c | while read -r count kind; do echo "$kind"; done
                grep ' 0$' "$T/lists"
                set -- "$M"/recents/.small/*; [ -s "$1" ] || echo "$1"
                ls "$M/places/.small" "$M/.small" "$M/tags/.small" 2>&1 | grep -c 'No such'
                ls "$M/recents" | grep -c jpg
                """, timeout: .seconds(60))
            #expect(
                shown.lines == [
                    ".placesfs", "albums", "pins", "places", "recents", "search", "tags", "places 0", "3", "1",
                ],
                "\(shown.text) \(shown.errors)")
        }
    }

    @Test(.proves("`.small/` in every folder of photos"))
    func `a small rendition goes with its photo, and names follow the list`() async throws {
        try await TestMount.run { mount async throws in
            let shown = try await mount.shell(
                """
                mkdir "$M/pins/48.8584,2.2945" && cd "$M/pins/48.8584,2.2945" && until ls | grep -q jpg; do sleep 0.05; done
                first=$(ls | grep jpg | head -1); ls .small > /dev/null; cat ".small/$first" | wc -c
                rm "$first"; ls .small | grep -cxF "$first"; diff <(ls | grep jpg) <(ls .small) && echo same
                second=$(ls | grep jpg | head -1); cat ".small/$second" > /dev/null
                \(Repository.placesfs) cache forget "$second" > /dev/null; ls ".small/$second" 2>&1 | grep -c 'No such'
                cd "$M" && number=$(stat -c %i pins/48.8584,2.2945/.small) && rmdir pins/48.8584,2.2945 &&
                mkdir pins/48.8584,2.2945 && [ $(stat -c %i pins/48.8584,2.2945/.small) != $number ] && echo other
                """)
            #expect(Array(shown.lines.dropFirst()) == ["0", "same", "1", "other"], "\(shown.text) \(shown.errors)")
        }
    }

    @Test(.proves("Small renditions are kept"))
    func `a thumbnailer and a small rendition share the bytes that came`() async throws {
        let gallery = Gallery.photos(1)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let read = "cat \"\(Self.directory)/.small/photo 0.jpg\" > /dev/null"
            #expect(
                try await mount.shell(
                    "\(read) && \(Gallery.reader("tumblerd")) && \"$T/tumblerd\" \(Gallery.path(0)) > $T/x"
                ).status == 0)
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell("ls -l \"\(Self.directory)/.small\" && \(read)").status == 0)
            #expect(Gallery.renditions(asked: mount.simulator.ledger) == [TestSource.current.thumbnail])
        }
    }
}
