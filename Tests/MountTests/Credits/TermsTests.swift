import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What the sources' terms ask of whoever keeps their photos.
@Suite("What is kept is confirmed with its source", .enabled(if: Repository.canMount))
struct TermsTests {
    private static let numbered = NumberedLibrary(photosPerPlace: 3)
    private static let quick = ["--connect-timeout", "1s", "--retry-pause", "100ms", "--retries", "0"]

    /// Two photos are read, and the daemon has ended; `$D` is their folder, `$C` the cache's, `old` makes what is kept
    /// older.
    private static let prelude = #"""
        D="$M/\#(NumberedLibrary.directory())"
        C=$(echo "$XDG_CACHE_HOME"/placesfs/*/)
        old() {
            python3 - "$1" "$XDG_DATA_HOME"/placesfs/*/catalog.sqlite <<'END'
        import sqlite3, sys
        with sqlite3.connect(sys.argv[2]) as catalog:
            changed = catalog.execute('UPDATE learntFile SET confirmed = confirmed - ?', [int(sys.argv[1]) * 86400])
            if not changed.rowcount: sys.exit('nothing is kept')
        END
        }
        sees() { for try in $(seq 1200); do eval "$1" && return; sleep 0.05; done; return 97; }

        """#

    /// Photos 0 and 1 were viewed and are in a collection, `days` ago; `body` finds them mounted anew, and the ledger
    /// empty.
    private func kept(
        days: Int, options: [String] = quick, _ body: (TestMount, NumberedLibrary) async throws -> Void
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let read = try await mount.shell(
                Self.prelude + """
                    cat "$D/photo 0.jpg" "$D/photo 1.jpg" > /dev/null && sees '[ $(ls "$M/recents" | grep -c jpg) = 2 ]'
                    """)
            #expect(read.status == 0, "\(read.errors)")
            try await mount.unmount()
            let aged = try await mount.shell("\(Self.prelude) old \(days)")
            #expect(aged.status == 0, "\(aged.errors)")
            for number in 0...1 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            try await mount.mount()
            mount.simulator.ledger.reset()
            try await body(mount, numbered)
        }
    }

    private func questions(_ mount: TestMount) -> Int {
        mount.simulator.ledger.entries.count { !$0.isImage && !$0.isSearch }
    }

    private func shell(_ script: String, _ mount: TestMount) async throws -> CommandResult {
        try await mount.shell(Self.prelude + script)
    }

    @Test(.proves("A cached photo costs")) func `a kept photo costs no request for 29 days`() async throws {
        try await kept(days: 29) { mount, _ in
            let read = try await shell("cmp \"$D/photo 0.jpg\" want-0 && cmp \"$D/photo 1.jpg\" want-1", mount)
            #expect(read.status == 0, "\(read.errors)")
            #expect(mount.simulator.ledger.count == 0)
        }
    }

    @Test(.proves("A photo kept for more than 30 days"))
    func `after 31 days its source is asked once, and not again after a remount`() async throws {
        try await kept(days: 31) { mount, _ in
            let read = try await shell("cmp \"$D/photo 0.jpg\" want-0", mount)
            #expect(read.status == 0, "\(read.errors)")
            let asked = questions(mount)
            #expect((1...2).contains(asked), "of one photo alone")
            #expect(mount.simulator.ledger.imageRequests == 0)
            let again = try await shell("for round in 1 2 3; do cmp \"$D/photo 0.jpg\" want-0 || exit 1; done", mount)
            #expect(again.status == 0 && questions(mount) == asked, "\(again.errors)")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await shell("cmp \"$D/photo 0.jpg\" want-0", mount).status == 0)
            #expect(questions(mount) == asked && mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test func `listing, stat and attributes ask nothing, however old what is kept is`() async throws {
        try await kept(days: 400) { mount, _ in
            let walk = try await shell(
                """
                ls -lR "$D" "$M/recents" "$M/.placesfs" > all && getfattr -d "$D"/*.jpg > all && cat "$D/map.geojson" > all
                """, mount)
            #expect(walk.status == 0, "\(walk.errors)")
            #expect(questions(mount) == 0)
        }
    }

    @Test(.proves("What the source says is gone"))
    func `gone by then, it leaves the cache, recents and its folder, over a remount`() async throws {
        try await kept(days: 31) { mount, numbered in
            numbered.library.remove(NumberedLibrary.id(0))
            let gone = try await shell("cat \"$D/photo 0.jpg\"", mount)
            #expect(gone.status == 1 && gone.errors.contains("No such file"), "\(gone.text)\(gone.errors)")
            let rest = """
                sees '[ $(ls "$C" | grep -c "\\.photo$") = 1 ]' || { ls "$C"; exit 1; }
                for F in "$D" "$M/recents" "$M/.placesfs/cached"; do
                    ls "$F" | grep 'photo 0.jpg' && exit 2
                    ls "$F" | grep -q 'photo 1.jpg' || exit 3
                done
                cat "$D/photo 0.jpg" "$M/recents/01 photo 0.jpg" "$M/recents/02 photo 0.jpg" 2> /dev/null | wc -c
                """
            for _ in 0..<2 {
                let after = try await shell(rest, mount)
                #expect(after.status == 0 && after.text == "0", "\(after.status) \(after.text)\(after.errors)")
                try await mount.unmount()
                try await mount.mount()
            }
        }
    }

    @Test(.proves("A photo kept for more than 30 days"))
    func `offline, or refused by its source, it is served as it is`() async throws {
        try await kept(days: 31) { mount, _ in
            let fault = mount.simulator.faults.add(.status(500), on: Fault.Match(host: .api))
            let read = try await shell("cmp \"$D/photo 0.jpg\" want-0", mount)
            #expect(read.status == 0, "\(read.errors)")
            #expect(mount.simulator.faults.hits(of: fault) > 0)
            mount.simulator.faults.remove(fault)
            await mount.simulator.stop()
            for number in 0...1 {
                let read = try await shell("cmp \"$D/photo \(number).jpg\" want-\(number)", mount)
                #expect(read.status == 0, "\(read.errors)")
            }
        }
    }

    @Test func `a source that says nothing is waited for a moment, and who is killed is free`() async throws {
        try await kept(days: 31) { mount, _ in
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Fault.Match(host: .api))
            let reader = try mount.start(
                Self.prelude + "cat \"$D/photo 1.jpg\" > got & echo $! > reader; wait $!; echo $?")
            #expect(await mount.asked(1) { $0.isAPI })
            let killed = try await shell(
                "P=$(cat reader); sees '[ \"$(cat /proc/$P/wchan)\" != 0 ]' && kill -KILL $P", mount)
            #expect(killed.status == 0, "\(killed.errors)")
            #expect(await reader.result().text == "137")
            let served = try await shell("cmp \"$D/photo 0.jpg\" want-0", mount)
            #expect(served.status == 0, "\(served.text)\(served.errors)")
            mount.simulator.faults.remove(gate)
        }
    }

    /// At Flickr another secret may mean another picture. At Commons a renamed file has its digest still.
    @Test(.proves("A listing or confirmation that names"))
    func `a kept photo with another secret is fetched anew, with another name and the same digest it is served`()
        async throws
    {
        try await kept(days: 31) { mount, numbered in
            numbered.library.changeSecret(of: NumberedLibrary.id(0))
            let read = try await shell("cmp \"$D/photo 0.jpg\" want-0", mount)
            #expect(read.status == 0, "\(read.errors)")
            #expect(mount.simulator.ledger.imageRequests == (TestSource.current == .flickr ? 1 : 0))
        }
    }

    @Test(.proves("What the source says is gone"))
    func `pages that the kernel holds of it are not read either`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--confirm-after", "1s"]) { mount in
            try mount.write(numbered.bytes(0), to: "want-0")
            let read = try await shell("cmp \"$D/photo 0.jpg\" want-0", mount)
            #expect(read.status == 0, "\(read.errors)")
            numbered.library.remove(NumberedLibrary.id(0))
            let gone = try await shell(
                "sees '! cat \"$D/photo 0.jpg\" > /dev/null 2>&1'; cat \"$D/photo 0.jpg\"", mount)
            #expect(gone.status == 1 && gone.errors.contains("No such file") && gone.text.isEmpty, "\(gone.errors)")
        }
    }

    @Test(.proves("A small rendition for thumbnailers")) func `a thumbnail is as old as its photo`() async throws {
        let gallery = Gallery.photos(2)
        try await TestMount.run(gallery.configuration, options: Self.quick) { mount in
            let drawn = try await shell(
                "\(Gallery.reader("tumblerd")); \"$T/tumblerd\" \(Gallery.path(0)) \(Gallery.path(1)) > icons", mount)
            #expect(drawn.status == 0, "\(drawn.errors)")
            try await mount.unmount()
            #expect(try await shell("old 31", mount).status == 0)
            gallery.library.remove(NumberedLibrary.id(0))
            try await mount.mount()
            mount.simulator.ledger.reset()
            let again = try await shell(
                """
                "$T/tumblerd" \(Gallery.path(0)) | wc -c; "$T/tumblerd" \(Gallery.path(1)) | wc -c
                sees '[ $(ls "$C/thumbnails" | grep -c "\\.photo$") = 1 ]' && ls "$D" | grep -c jpg
                """, mount)
            let small = gallery.library.imageBytes(of: NumberedLibrary.id(1), TestSource.current.thumbnail)?.count ?? 0
            #expect(again.lines == ["0", "\(small)", "1"], "\(again.text)\(again.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }
}
