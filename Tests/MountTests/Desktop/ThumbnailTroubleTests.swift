import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Thumbnailers beside viewers, in sandboxes, killed, and without what they need.
@Suite("Thumbnailers in trouble", .enabled(if: Repository.canMount))
struct ThumbnailTroubleTests {
    /// Reads its first argument's beginning directly, then maps all of it; writes both, and how long it was taken to
    /// be.
    private static let mapper = """
        import mmap, os, sys
        f = os.open(sys.argv[1], os.O_RDONLY)
        size = os.fstat(f).st_size
        open(sys.argv[2] + '.read', 'wb').write(os.read(f, 1 << 20))
        with mmap.mmap(f, size, mmap.MAP_PRIVATE, mmap.PROT_READ) as m:
            open(sys.argv[2] + '.map', 'wb').write(m[:int(sys.argv[3])])
        """

    @Test(.proves("A thumbnailer that maps"))
    func `a thumbnailer's private mapping has the photo's own bytes, and so has everybody beside it`()
        async throws
    {
        let gallery = Gallery.photos(3)
        try await TestMount.run(gallery.configuration) { mount async throws in
            for number in 0..<3 {
                try mount.write(gallery.bytes(number), to: "own-\(number)")
                try mount.write(Gallery.small(number, of: gallery), to: "small-\(number)")
            }
            try mount.write(Array(Self.mapper.utf8), to: "map.py")
            // Of a photo never opened; of one that a viewer has open, half of it read; of one in the page cache.
            let mapped = try await mount.shell(
                """
                \(Gallery.python("tumblerd"))
                map() { "$T/tumblerd" map.py "$M/\(NumberedLibrary.directory())/photo $1.jpg" $1 $(stat -c %s own-$1); }
                map 0 || exit 1
                exec 7< \(Gallery.path(1)); head -c 100000 <&7 > viewed; map 1 || exit 2; cat <&7 >> viewed
                cmp viewed own-1 || exit 3
                cmp \(Gallery.path(2)) own-2 && map 2 || exit 4
                for n in 0 1 2; do
                    cmp $n.read small-$n || cmp $n.read own-$n || exit 5
                    cmp $n.map own-$n && cmp "$M/\(NumberedLibrary.directory())/photo $n.jpg" own-$n || exit 6
                    [ $(stat -c %s "$M/\(NumberedLibrary.directory())/photo $n.jpg") = $(stat -c %s own-$n) ] || exit 7
                done
                cmp 0.read small-0
                """)
            #expect(mapped.status == 0, "\(mapped.status): \(mapped.errors)")
            let ledger = mount.simulator.ledger
            for number in 0..<3 {
                #expect(ledger.imageRequests(of: NumberedLibrary.id(number), TestSource.current.rendition) == 1)
            }
        }
    }

    @Test func `sendfile by a thumbnailer goes through the page cache and leaves the photo there`() async throws {
        let gallery = Gallery.photos(2)
        try await TestMount.run(gallery.configuration) { mount async throws in
            for number in 0..<2 { try mount.write(gallery.bytes(number), to: "own-\(number)") }
            let script = """
                import os, sys
                f, out = os.open(sys.argv[1], os.O_RDONLY), os.open('sent', os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
                os.read(f, 4096)
                while os.sendfile(out, f, None, 1 << 20): pass
                """
            try mount.write(Array(script.utf8), to: "send.py")
            // Of a photo never opened, and of one whose size is known.
            let sent = try await mount.shell(
                """
                \(Gallery.python("tumblerd"))
                cmp \(Gallery.path(1)) own-1 || exit 1
                for n in 0 1; do
                    "$T/tumblerd" send.py "$M/\(NumberedLibrary.directory())/photo $n.jpg" || exit 2
                    cmp "$M/\(NumberedLibrary.directory())/photo $n.jpg" own-$n || exit 3
                done
                """)
            #expect(sent.status == 0, "\(sent.status): \(sent.errors)")
        }
    }

    @Test func `a file manager that opens photos for their types fetches none, and copies them right`() async throws {
        let gallery = Gallery.photos(5)
        try await TestMount.run(gallery.configuration) { mount async throws in
            try mount.write(gallery.bytes(0), to: "own")
            let script = """
                import glob, os, sys
                for path in glob.glob(sys.argv[1] + '/*.jpg'): os.close(os.open(path, os.O_RDONLY))
                """
            let opened = try await mount.shell(
                """
                \(Gallery.python("dolphin")); "$T/dolphin" -c "\(script)" "$M/\(NumberedLibrary.directory())"
                getfattr --only-values -n user.places.state \(Gallery.path(1))
                """)
            #expect(opened.text == "remote", "\(opened.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
            let copied = try await mount.shell(
                """
                "$T/dolphin" -c 'import shutil, sys; shutil.copy(sys.argv[1], "copy")' \(Gallery.path(0))
                cmp copy own && cmp \(Gallery.path(0)) own && stat -c %s \(Gallery.path(0))
                """)
            #expect(copied.text == "\(gallery.bytes(0).count)", "\(copied.errors)")
            #expect(mount.simulator.ledger.imageRequests == 1)
        }
    }

    @Test(.proves("What a thumbnailer reads"))
    func `a viewer and a thumbnailer at once each get theirs`() async throws {
        let gallery = Gallery.photos(1)
        try await TestMount.run(gallery.configuration) { mount async throws in
            try mount.write(gallery.bytes(0), to: "own")
            try mount.write(Gallery.small(0, of: gallery), to: "small")
            let stall = mount.simulator.faults.add(.stall(afterBytes: 5_000), on: .images)
            #expect(try await mount.shell(Gallery.reader("tumblerd")).status == 0)
            let viewer = try mount.start("cat \(Gallery.path(0)) | cmp - own")
            let drawer = try mount.start("\"$T/tumblerd\" \(Gallery.path(0)) | cmp - small")
            #expect(await mount.simulator.ledger.wait(for: 2) { $0.isImage })
            mount.simulator.faults.remove(stall)
            #expect(await viewer.result().status == 0)
            #expect(await drawer.result().status == 0)
            #expect(
                Gallery.renditions(asked: mount.simulator.ledger).sorted() == [
                    TestSource.current.rendition, TestSource.current.thumbnail,
                ])
            #expect(try await mount.shell("ls \"$M/recents\" | grep jpg").text == "01 photo 0.jpg")
        }
    }

    @Test(.proves("What a thumbnailer reads"))
    func `a thumbnailer that is killed while it waits leaves nothing open`() async throws {
        let gallery = Gallery.photos(1)
        try await TestMount.run(gallery.configuration) { mount async throws in
            mount.simulator.faults.add(
                .stall(afterBytes: 1_000), on: .photo(NumberedLibrary.id(0), TestSource.current.thumbnail))
            #expect(try await mount.shell(Gallery.reader("tumblerd")).status == 0)
            let drawer = try mount.start("exec \"$T/tumblerd\" \(Gallery.path(0))")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage && $0.status == 200 })
            let ended = try await mount.shell(
                "pkill -9 -f \"^$T/tumblerd\"; "
                    + FreshnessTests.await("grep -q '^open *0 files' \"$M/.placesfs/status\""))
            #expect(ended.status == 0, "\(ended.errors)")
            #expect(await drawer.result().status == 137)
            try mount.write(gallery.bytes(0), to: "own")
            #expect(try await mount.shell("cmp \(Gallery.path(0)) own").status == 0)
        }
    }

    @Test(
        .proves("Where the small rendition"),
        .enabled(if: TestSource.current == .flickr, "where widths are made when they are asked for none is missing"))
    func `where the small rendition is missing the photo stands in, and it is asked for once`() async throws {
        let gallery = Gallery.photos(2)
        // Of the second photo the source knows that there is no such size, and names a smaller one.
        gallery.library.edit(NumberedLibrary.id(1)) {
            $0.renditions.removeAll { $0.suffix == TestSource.current.thumbnail }
        }
        try await TestMount.run(gallery.configuration) { mount async throws in
            mount.simulator.faults.add(.status(404), on: .photo(NumberedLibrary.id(0), TestSource.current.thumbnail))
            try mount.write(gallery.bytes(0), to: "own")
            try mount.write(gallery.library.imageBytes(of: NumberedLibrary.id(1), "m") ?? [], to: "smaller")
            let read = try await mount.shell(
                """
                \(Gallery.reader("tumblerd"))
                "$T/tumblerd" \(Gallery.path(0)) | cmp - own && "$T/tumblerd" \(Gallery.path(0)) | cmp - own || exit 1
                "$T/tumblerd" \(Gallery.path(1)) | cmp - smaller || exit 2
                sleep 3; ls "$M/recents"
                """)
            #expect(read.status == 0 && !read.text.contains("jpg"), "\(read.status): \(read.errors)")
            let ledger = mount.simulator.ledger
            #expect(ledger.imageRequests(of: NumberedLibrary.id(0), TestSource.current.thumbnail) == 1)
            #expect(ledger.imageRequests(of: NumberedLibrary.id(0), TestSource.current.rendition) == 1)
            #expect(ledger.imageRequests(of: NumberedLibrary.id(1), TestSource.current.rendition) == 0)
            #expect(try await mount.shell("stat -c %s \(Gallery.path(0))").text == "\(gallery.bytes(0).count)")
        }
    }

    @Test(.proves("Where the small rendition"))
    func `a web page in place of the small rendition is none`() async throws {
        let gallery = Gallery.photos(1)
        try await TestMount.run(gallery.configuration) { mount async throws in
            mount.simulator.faults.add(.htmlUnder200, on: .photo(NumberedLibrary.id(0), TestSource.current.thumbnail))
            try mount.write(gallery.bytes(0), to: "own")
            let read = try await mount.shell(
                "\(Gallery.reader("tumblerd")); \"$T/tumblerd\" \(Gallery.path(0)) | cmp - own")
            #expect(read.status == 0, "\(read.errors)")
        }
    }

    @Test(.proves("Offline, thumbnails"))
    func `offline what is kept is drawn, small or whole, and the rest is an error`() async throws {
        let gallery = Gallery.photos(3)
        let quick = ["--connect-timeout", "1s", "--retry-pause", "100ms", "--retries", "1"]
        try await TestMount.run(gallery.configuration, options: quick) { mount async throws in
            try mount.write(Gallery.small(0, of: gallery), to: "small")
            try mount.write(gallery.bytes(1), to: "own")
            let draw = "\"$T/tumblerd\" \(Gallery.path(0)) | cmp - small"
            #expect(
                try await mount.shell("\(Gallery.reader("tumblerd")); \(draw) && cmp \(Gallery.path(1)) own").status
                    == 0)
            try await mount.unmount()
            await mount.simulator.stop()
            try await mount.mount()
            #expect(try await mount.shell(draw).status == 0)
            #expect(try await mount.shell("\"$T/tumblerd\" \(Gallery.path(1)) | cmp - own").status == 0)
            let absent = try await mount.shell("\"$T/tumblerd\" \(Gallery.path(2))")
            #expect(absent.status == 1 && absent.errors.contains("Network is unreachable"), "\(absent.errors)")
        }
    }

    @Test(
        .proves("A program that cannot be seen"),
        .enabled(if: Gallery.hasThumbnailer, "libgdk-pixbuf2.0-bin is not installed"))
    func `a thumbnailer in a sandbox, as GNOME runs it, is known for one`() async throws {
        let gallery = Gallery.photos(2)
        try await TestMount.run(gallery.configuration) { mount async throws in
            guard try await mount.shell("\(Gallery.sandbox) true").status == 0 else {
                return print("skipped: bubblewrap is not installed, or may not make a sandbox here")
            }
            let drawn = try await mount.shell(
                """
                ls "$M/\(NumberedLibrary.directory())" > /dev/null; mkdir out
                \(Gallery.sandbox) --bind "$T/out" /out --ro-bind \(Gallery.path(0)) /tmp/in.jpg \
                    \(Gallery.thumbnailer) -s 256 /tmp/in.jpg /out/thumb.png && identify -format '%wx%h' out/thumb.png
                """)
            #expect(["256x170", "256x171"].contains(drawn.text), "\(drawn.errors)")
            #expect(Gallery.renditions(asked: mount.simulator.ledger) == [TestSource.current.thumbnail])
        }
    }
}
