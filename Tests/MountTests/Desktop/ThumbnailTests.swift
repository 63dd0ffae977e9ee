import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What thumbnailers get, and what they leave behind: nothing.
@Suite("Thumbnailers", .enabled(if: Repository.canMount))
struct ThumbnailTests {
    private static let directory = "$M/" + NumberedLibrary.directory()

    @Test(
        .proves("A program that only draws", "What a thumbnailer reads"),
        .enabled(if: Gallery.hasThumbnailer, "libgdk-pixbuf2.0-bin is not installed"))
    func `fifty icons cost a small part of their photos, and leave everything as it was`() async throws {
        let gallery = Gallery.photos(50)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let facts = """
                cd "\(Self.directory)" && stat -c '%n %s %Y %X %i' *.jpg
                getfattr -n user.places.state *.jpg; getfattr -n user.places.size *.jpg; ls "$M/recents" "$M/.placesfs/cached"
                """
            let before = try await mount.shell(facts)
            #expect(before.lines.count { $0.contains("=\"remote\"") } == 50, "\(before.errors)")
            let ledger = mount.simulator.ledger
            ledger.reset()
            let drawn = try await mount.shell(
                """
                cd "\(Self.directory)" && ls *.jpg | xargs -d '\\n' -P 4 -I {} \(Gallery.thumbnailer) -s 256 {} "$T/{}.png"
                """, timeout: .seconds(300))
            #expect(drawn.status == 0, "\(drawn.errors)")
            let short = TestSource.current == .flickr ? 170 : 171
            let sizes = try await mount.shell("cd \"$T\" && identify -format '%m %wx%h\\n' *.png | sort | uniq -c")
            #expect(
                sizes.lines.map { $0.split(separator: " ").joined(separator: " ") }.sorted()
                    == ["10 PNG \(short)x256", "40 PNG 256x\(short)"], "\(sizes.errors)")

            #expect(Gallery.renditions(asked: ledger) == Array(repeating: TestSource.current.thumbnail, count: 50))
            #expect(ledger.count == 50, "and nothing of the API")
            let asked = ledger.entries.reduce(0) { $0 + $1.bytesSent }
            let whole = (0..<50).reduce(0) { $0 + gallery.bytes($1).count }
            // By its pixels an image of 330 is a fifteenth of one of 1280.
            #expect(asked * (TestSource.current == .flickr ? 20 : 14) <= whole, "\(asked) of \(whole)")
            // A look counts two seconds later.
            let after = try await mount.shell("sleep 3; " + facts)
            #expect(after.output == before.output, "sizes, times, states, recents/ and cached/")
            let status = try await mount.shell("cat \"$M/.placesfs/status\"; grep thumb \"$M/.placesfs/metrics\"")
            #expect(status.lines.contains { $0.hasPrefix("thumbs    50 served, ") }, "\(status.text)")
            #expect(status.text.contains("\nplacesfs_thumbnails_served_total 50\n"))
            #expect(status.lines.contains { $0.hasPrefix("cache     0 B of 10 MiB in 0 photos") }, "\(status.text)")

            try mount.write(gallery.bytes(7), to: "want")
            #expect(try await mount.shell("cmp \(Gallery.path(7)) want").status == 0)
            #expect(ledger.imageRequests(of: NumberedLibrary.id(7), TestSource.current.rendition) == 1)
            #expect(try await mount.shell("ls \"$M/recents\" | grep jpg").text == "01 photo 7.jpg")
        }
    }

    @Test(
        .proves("A program that only draws"),
        .enabled(if: Gallery.hasThumbnailer, "libgdk-pixbuf2.0-bin is not installed"),
        .enabled(if: TestSource.current == .flickr, "Commons' simulator draws each width anew"))
    func `a thumbnail of the small rendition looks like one of the photo`() async throws {
        try await TestMount.run { mount async throws in
            let drawn = try await mount.shell(
                """
                n=0
                for photo in "$M"/places/*/*/*.jpg; do
                    n=$((n + 1)); [ $n -le 6 ] || break
                    \(Gallery.thumbnailer) -s 128 "$photo" "$T/small.png" && cat "$photo" > "$T/copy.jpg" &&
                        \(Gallery.thumbnailer) -s 128 "$T/copy.jpg" "$T/large.png" || exit 1
                    compare -metric RMSE "$T/small.png" "$T/large.png" null: 2>&1 | grep -o '(.*)' | tr -d '()'; echo
                    identify -format '%wx%h\\n' "$T/small.png" "$T/large.png" | uniq | wc -l
                done
                """, timeout: .seconds(120))
            #expect(drawn.status == 0, "\(drawn.errors)")
            let numbers = drawn.lines.filter { !$0.isEmpty }
            #expect(numbers.count == 12)
            for pair in stride(from: 0, to: numbers.count - 1, by: 2) {
                #expect((Double(numbers[pair]) ?? 1) < 0.1, "the picture: \(drawn.text)")
                #expect(numbers[pair + 1] == "1", "its size: \(drawn.text)")
            }
            #expect(
                Set(Gallery.renditions(asked: mount.simulator.ledger)) == [
                    TestSource.current.rendition, TestSource.current.thumbnail,
                ])
        }
    }

    @Test(.proves("Small renditions are kept"))
    func `a second thumbnailer, and one after a remount, costs no request`() async throws {
        let gallery = Gallery.photos(2)
        try await TestMount.run(gallery.configuration) { mount async throws in
            try mount.write(Gallery.small(0, of: gallery), to: "want")
            let drawn = "\"$T/tumblerd\" \(Gallery.path(0)) | cmp - want"
            #expect(try await mount.shell("\(Gallery.reader("tumblerd")); \(drawn) && \(drawn)").status == 0)
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell(drawn).status == 0)
            #expect(Gallery.renditions(asked: mount.simulator.ledger) == [TestSource.current.thumbnail])
            let shown = try await mount.shell("\(Repository.placesfs) cache show")
            #expect(shown.text.contains(": 0 photos, 0 B, and 1 thumbnail, "), "\(shown.text)")
            try await mount.unmount()
            #expect(try await mount.shell("\(Repository.placesfs) cache clear").status == 0)
            #expect(try await mount.shell("ls \"$XDG_CACHE_HOME\"/placesfs/*/thumbnails | grep -c photo").text == "0")
            try await mount.mount()
        }
    }

    @Test(.proves("Small renditions are kept")) func `small renditions keep to a limit of their own`() async throws {
        // Small ones of about 20 kB; eight of them are more than the limit.
        let gallery = Gallery.photos(20, imageBytes: 780_000...800_000)
        try await TestMount.run(gallery.configuration, options: ["--thumbnail-cache-size", "128K"]) { mount in
            let most = try await mount.shell(
                """
                \(Gallery.reader("tumblerd")); most=0
                for photo in "\(Self.directory)"/*.jpg; do
                    "$T/tumblerd" "$photo" > "$T/small" && [ -s "$T/small" ] || exit 1
                    kept=$(cat "$XDG_CACHE_HOME"/placesfs/*/thumbnails/*.p* | wc -c)
                    [ $kept -gt $most ] && most=$kept
                done
                echo $most
                """)
            #expect(most.status == 0, "\(most.errors)")
            #expect((1...131_072).contains(Int(most.text) ?? 0), "\(most.text)")
            #expect(Gallery.renditions(asked: mount.simulator.ledger).allSatisfy { $0 == TestSource.current.thumbnail })
        }
    }

    @Test(.proves("A program that only draws"))
    func `thumbnails=original gives thumbnailers photos, and is no view either`() async throws {
        let gallery = Gallery.photos(1)
        try await TestMount.run(gallery.configuration, options: ["--thumbnails", "original"]) { mount async throws in
            try mount.write(gallery.bytes(0), to: "want")
            let read = try await mount.shell(
                "\(Gallery.reader("tumblerd")); \"$T/tumblerd\" \(Gallery.path(0)) | cmp - want && sleep 3 && ls \"$M/recents\""
            )
            #expect(read.status == 0 && !read.text.contains("jpg"), "\(read.text)\(read.errors)")
            #expect(Gallery.renditions(asked: mount.simulator.ledger) == [TestSource.current.rendition])
        }
    }

    @Test(.proves("A program that only draws")) func `only the programs on the list are thumbnailers`() async throws {
        let gallery = Gallery.photos(3)
        let options = ["--thumbnailers", "my-thumbnailer, kioslave5 thumbnail.so"]
        try await TestMount.run(gallery.configuration, options: options) { mount async throws in
            try mount.write(Gallery.small(0, of: gallery), to: "small")
            try mount.write(gallery.bytes(0), to: "own")
            try mount.write(
                Array("import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())".utf8), to: "file.so")
            let read = try await mount.shell(
                """
                \(Gallery.reader("my-thumbnailer")); \(Gallery.reader("tumblerd")); \(Gallery.python("kioslave5"))
                cp file.so thumbnail.so
                "$T/my-thumbnailer" \(Gallery.path(0)) | cmp - small || exit 1
                "$T/tumblerd" \(Gallery.path(0)) | cmp - own || exit 2
                "$T/kioslave5" "$T/thumbnail.so" \(Gallery.path(0)) | cmp - small || exit 3
                "$T/kioslave5" "$T/file.so" \(Gallery.path(0)) | cmp - own || exit 4
                """)
            #expect(read.status == 0, "\(read.errors)")
        }
    }

    @Test(.proves("A file manager that draws"))
    func `a folder of icons drawn by a file manager itself reads each photo once and is no view`() async throws {
        let gallery = Gallery.photos(50, imageBytes: 90_000...100_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let drawn = try await mount.shell(
                """
                python3 - "\(Self.directory)" <<'END'
                import concurrent.futures, glob, sys
                def draw(path):
                    with open(path, 'rb') as photo: photo.read(1 << 16)
                    with open(path, 'rb') as photo: return len(photo.read())
                with concurrent.futures.ThreadPoolExecutor(4) as pool:
                    print(min(pool.map(draw, sorted(glob.glob(sys.argv[1] + '/*.jpg')))))
                END
                ls "$M/recents" | grep -c jpg
                """)
            #expect(drawn.lines.last == "0", "\(drawn.text)\(drawn.errors)")
            #expect((Int(drawn.lines.first ?? "") ?? 0) >= 90_000)
            #expect(
                Gallery.renditions(asked: mount.simulator.ledger)
                    == Array(repeating: TestSource.current.rendition, count: 50))
        }
    }
}
