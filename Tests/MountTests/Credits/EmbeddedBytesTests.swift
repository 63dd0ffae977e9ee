import PhotoSimulator
import Promises
import TestSupport
import Testing

/// With credit embedded a photo is the source's file with one piece of ours in it, however it is read; ExactBytesTests
/// read it with every tool.
@Suite("Photos with embedded credit have the exact bytes", .enabled(if: Repository.canMount), .serialized)
struct EmbeddedBytesTests {
    /// Fails unless `$T/want` is `$T/source` with at least 500 bytes of ours behind its JFIF segment.
    private static let verify = """
        python3 - "$T/want" "$T/source" <<'PYTHON' || exit 1
        import sys
        want, source = (open(path, "rb").read() for path in sys.argv[1:])
        count, start = len(want) - len(source), 20
        assert count > 500, f"{count} bytes are embedded"
        assert source[6:11] == b"JFIF\\0", "a source without JFIF"
        assert want[:start] == source[:start] and want[start + count:] == source[start:], "the rest is not the source's"
        PYTHON
        """

    @Test(.proves("What is put into a photo is decided"))
    func `eviction, a new title, kill -9 and a first read at the end change no byte`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 4, imageBytes: 90_000...120_000)
        try await TestMount.run(numbered.configuration, options: ["--embed", "credit", "--cache-size", "256K"]) {
            mount in
            let path = NumberedLibrary.path(0)
            try mount.write(numbered.bytes(0), to: "source")
            let first = try await mount.shell("cat \"$M/\(path)\" > \"$T/want\" || exit 1\n\(Self.verify)")
            #expect(first.status == 0, "\(first.errors)")

            // Other photos take its place in the cache, and its title becomes another one.
            numbered.library.edit(NumberedLibrary.id(0)) { $0.title = "photo 0 by another name" }
            let others = (1...3).map { "cat \"$M/\(NumberedLibrary.path($0))\" > /dev/null" }
            _ = try await mount.shell(others.joined(separator: "\n"))
            let evicted = try await mount.shell("getfattr --only-values -n user.places.state \"$M/\(path)\"")
            #expect(evicted.text == "remote")
            let daemon = try await mount.daemon()
            _ = try await mount.shell("kill -9 \(daemon); fusermount3 -uz \"$M\"")
            try await mount.mount()
            let last = try await mount.shell(
                """
                P="$M/\(path)"
                [ $(stat -c %s "$P") = $(stat -c %s "$T/want") ] || exit 1
                python3 - "$P" "$T/want" <<'PYTHON' || exit 2
                import os, sys
                fd = os.open(sys.argv[1], os.O_RDONLY)
                want = open(sys.argv[2], "rb").read()
                for start in (len(want) - 100, 30_000, 1_000, 2, 1, 0):
                    assert os.pread(fd, 70_000, start) == want[start:start + 70_000], start
                PYTHON
                cmp "$P" "$T/want"
                """)
            #expect(last.status == 0, "\(last.status) \(last.errors)")
        }
    }

    @Test(.proves("A JPEG or PNG below the original"))
    func `another choice at the next mount is another size, and none are the source's bytes`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--embed", "credit"]) { mount in
            let path = NumberedLibrary.path(0)
            try mount.write(numbered.bytes(0), to: "source")
            let embedded = try await mount.shell(
                "getfattr --only-values -n user.places.embedded \"$M/\(path)\"; cat \"$M/\(path)\" > \"$T/want\" || exit 1; "
                    + "getfattr --only-values -n user.places.embedded \"$M/\(path)\"\n\(Self.verify)")
            #expect(embedded.status == 0 && embedded.text == "credit", "\(embedded.text) \(embedded.errors)")
            try await mount.unmount()
            try await mount.mount(["--embed", "none"])
            let none = try await mount.shell("stat -c %s \"$M/\(path)\"; cmp \"$M/\(path)\" \"$T/source\"")
            #expect(none.status == 0 && none.text == "\(numbered.bytes(0).count)", "\(none.text) \(none.errors)")
            try await mount.unmount()
            try await mount.mount()
            // Kept from before, without anything of ours; the same words make the same bytes.
            let again = try await mount.shell("cmp \"$M/\(path)\" \"$T/want\"")
            #expect(again.status == 0, "\(again.errors)")
        }
    }

    @Test(.proves("What is put into a photo is decided"))
    func `what an older version put in is put in anew when the photo is next opened, without another request`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--embed", "credit"]) { mount in
            let path = NumberedLibrary.path(0)
            try mount.write(numbered.bytes(0), to: "source")
            let first = try await mount.shell("cat \"$M/\(path)\" > \"$T/want\" || exit 1\n\(Self.verify)")
            #expect(first.status == 0, "\(first.errors)")
            try await mount.unmount()
            // As version 1 wrote it: without a number of its rule, behind the first two bytes.
            let edit = """
                import glob, os, sqlite3, zlib
                state = glob.glob(os.environ["XDG_DATA_HOME"] + "/placesfs/*/catalog.sqlite")[0]
                with sqlite3.connect(state) as catalog:
                    old = b"\\xff\\xe1\\x00\\x10" + b"x" * 14
                    catalog.execute("UPDATE embeddedCredit SET choice = 'credit', offset = 2, length = ?, bytes = ?",
                                    (len(old), old))
                """
            try mount.write(Array(edit.utf8), to: "edit.py")
            #expect(try await mount.shell("python3 edit.py").status == 0)
            mount.simulator.ledger.reset()
            try await mount.mount()
            let anew = try await mount.shell(
                "cmp \"$M/\(path)\" \"$T/want\" && [ $(stat -c %s \"$M/\(path)\") = $(stat -c %s \"$T/want\") ]")
            #expect(anew.status == 0, "\(anew.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `a copy of before anything was put into the photo is known by its digest, whatever becomes of it`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--embed", "none"]) { mount in
            let path = NumberedLibrary.path(0)
            try EmbeddedBytes.prepare(mount)
            try mount.write(numbered.bytes(0), to: "source")
            #expect(try await mount.shell("cat \"$M/\(path)\" > copy && cmp copy source").status == 0)
            for _ in 0..<2 {
                try await mount.unmount()
                _ = try await mount.shell("\(Repository.placesfs) cache clear > /dev/null")
                try await mount.mount(EmbeddedBytes.options)
                // The second time it is another photo: an error once.
                let read = try await mount.shell(
                    FreshnessTests.await("python3 embedded.py \"$M/\(path)\" source 2> /dev/null"))
                #expect(read.status == 0)
                let credits = try await mount.shell("\(Repository.placesfs) credits --json copy | grep -o '\"digest\"'")
                #expect(credits.status == 0, "\(credits.errors)")
                numbered.library.replaceImage(of: NumberedLibrary.id(0))
                try mount.write(numbered.bytes(0), to: "source")
                _ = try await mount.shell("rm source.ours")
            }
        }
    }

    @Test(.proves("A JPEG or PNG below the original"))
    func `originals are the source's, unless everything is to say whose it is`() async throws {
        for (choice, script) in [("credit", "cmp \"$T/want\" \"$T/source\""), ("all", Self.verify)] {
            try await TestMount.run(
                source: .commons, options: ["--embed", choice, "--rendition", "o"]
            ) { mount in
                let bytes = try #require(mount.simulator.library.imageBytes(of: CommonsTests.id, "o"))
                try mount.write(bytes, to: "source")
                let read = try await mount.shell(
                    """
                    cat "$M/\(CommonsTests.tower)" > "$T/want" || exit 1
                    [ $(stat -c %s "$M/\(CommonsTests.tower)") = $(stat -c %s "$T/want") ] || exit 2
                    \(script)
                    """)
                #expect(read.status == 0, "\(choice): \(read.errors)")
            }
        }
    }
}
