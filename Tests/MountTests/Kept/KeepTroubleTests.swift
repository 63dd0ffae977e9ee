import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What is kept when budgets end, daemons are killed and state is lost.
@Suite("Kept folders in trouble", .enabled(if: Repository.canMount))
struct KeepTroubleTests {
    /// In a long run, for a release with every source.
    private static let lives: Int = {
        let environment = ProcessInfo.processInfo.environment
        let isLong = environment["PLACESFS_LONG_TESTS"] != nil && TestSource.current != .commons
        return isLong || environment["PLACESFS_ALL_KILLS"] != nil ? 200 : 20
    }()

    /// What lies on the shelf, in bytes.
    private static let sum = "cat \"$XDG_CACHE_HOME\"/placesfs/*/kept/*.p* 2> /dev/null | wc -c"

    @Test(
        .proves("What is kept takes"),
        .enabled(if: TestSource.current == .flickr, "the budget is one for pictures of Flickr's size"))
    func `more than the budget has left is refused, and a list that grows stops at it`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 30, imageBytes: 150_000...200_000)
        for number in 5..<30 {
            numbered.library.edit(NumberedLibrary.id(number)) { NumberedLibrary.move(&$0, into: nil) }
        }
        try await TestMount.run(numbered.configuration, options: ["--keep-size", "2500K"]) { mount async throws in
            let watched = try mount.start(
                "most=0; while [ ! -e \"$T/end\" ]; do n=$(\(Self.sum)); [ $n -gt $most ] && most=$n; done; echo $most")
            #expect(
                try await mount.shell("\(KeepTests.command) keep \"\(KeepTests.directory)\"").text.hasSuffix(
                    "5 of 5 photos kept"))
            for number in 5..<30 {
                numbered.library.edit(NumberedLibrary.id(number)) { NumberedLibrary.move(&$0, into: 0) }
            }
            // Where a list or a photo did not come at once, as on a busy machine, it is tried again after 30 seconds.
            let full = try await mount.shell(
                """
                D="\(KeepTests.directory)"; \(KeepTests.command) refresh --wait "$D" > /dev/null
                n=0; until grep -q 'more needs --keep-size' "$M/.placesfs/status"; do sleep 0.1; n=$((n + 1)); [ $n -lt 1200 ] || exit 1; done
                getfattr --only-values -n user.places.kept "$D"; echo; grep -o 'more needs --keep-size' "$M/.placesfs/status"
                # What there is no room for is read all the same.
                cat "$D/photo 0.jpg" "$D/photo 29.jpg" | wc -c
                getfattr --only-values -n user.places.error "$D" | grep -o 'more needs --keep-size'
                mkdir "$M/albums/A"; cp "$D/photo 28.jpg" "$M/albums/A/" 2>&1 | grep -o 'No space left'
                mkdir "$M/pins/48.8584,2.2945"; stat -f -c '%b %f' "$M"
                """)
            try #require(full.lines.count == 6, "\(full.text)\(full.errors)")
            let kept = Int(full.lines.first?.prefix { $0 != " " } ?? "") ?? 0
            #expect((8...16).contains(kept) && full.lines[0].hasSuffix(" of 30"), "\(full.text)")
            #expect(full.lines[2] == "\(numbered.bytes(0).count + numbered.bytes(29).count)" && full.lines[5] == "0 0")
            #expect(full.lines[3...4] == ["more needs --keep-size", "No space left"], "\(full.text)")
            let refused = try await mount.shell(
                """
                \(KeepTests.command) unkeep "\(KeepTests.directory)" && \(KeepTests.command) keep "\(KeepTests.directory)"; echo $?
                getfattr --only-values -n user.places.error "\(KeepTests.directory)" | grep -o 'are left'
                setfattr -n user.places.keep -v yes "\(KeepTests.directory)"; touch "$T/end"
                """)
            #expect(refused.lines == ["66", "are left"], "\(refused.text)")
            #expect(
                refused.errors.contains("more needs --keep-size") && refused.errors.contains("No space left"),
                "\(refused.errors)")
            let most = Int(await watched.result().text) ?? .max
            #expect(most <= 2_500 << 10 && most > 1_500_000, "\(most)")
        }
    }

    @Test(
        .proves("What an album holds is kept offline"),
        .enabled(if: TestSource.current == .flickr, "the budget is one for pictures of Flickr's size"))
    func `an album takes no more photos than its budget will hold once all of them have come`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 30, imageBytes: 100_000...110_000)
        try await TestMount.run(numbered.configuration, options: ["--keep-size", "2M"]) { mount async throws in
            let filled = try await mount.shell(
                """
                D="\(KeepTests.directory)"; mkdir "$M/albums/A" "$M/albums/B"; took=0
                for f in "$D"/*.jpg; do ln "$f" "$M/albums/A/" 2>> "$T/said" && took=$((took + 1)); done
                # What came meanwhile took less than it was promised: not every later one is refused.
                grep -m 1 -c 'No space left' "$T/said"
                getfattr --only-values -n user.places.error "$M/albums/A" | grep -o 'more needs --keep-size'
                # What the album has already takes no room in another.
                f=$(ls "$M"/albums/A/*.jpg | head -1); ln "$f" "$M/albums/B/"; echo $?
                n=0; until [ "$(getfattr --only-values -n user.places.kept "$M/albums/A")" = "$took of $took" ]; do
                    sleep 0.1; n=$((n + 1)); [ $n -lt 600 ] || exit 1; done
                echo $took; ls "$M/albums/A" | grep -c 'jpg$'; \(Self.sum)
                """)
            try #require(filled.lines.count == 6, "\(filled.text)\(filled.errors)")
            #expect(filled.lines[...2] == ["1", "more needs --keep-size", "0"], "\(filled.text)")
            let took = Int(filled.lines[3]) ?? 0
            // As much as photos of their pixels usually take is left for each.
            #expect((4...20).contains(took) && filled.lines[4] == "\(took)", "\(filled.text)")
            #expect((1...2 << 20).contains(Int(filled.lines[5]) ?? 0), "\(filled.text)")
        }
    }

    @Test(.proves("`kill -9` while a folder"))
    func `a folder that is kept while the daemon is killed again and again is whole in the end, and came once`()
        async throws
    {
        let gallery = Gallery.photos(40, imageBytes: 40_000...90_000)
        var configuration = gallery.configuration
        configuration.behaviour.latencyInMilliseconds = 3
        try await TestMount.run(configuration, options: EmbeddedBytes.options + ["--keep-size", "64M"]) { mount in
            try KeepTests.prepare(mount, gallery, 40)
            let begun = try await mount.shell(
                "ls \"\(KeepTests.directory)\" > /dev/null && setfattr -n user.places.keep -v yes \"\(KeepTests.directory)\""
            )
            #expect(begun.status == 0, "\(begun.errors)")
            var generator = SystemRandomNumberGenerator()
            // What lay on the shelf when the daemon before died.
            var stored: Set<String> = []
            func asked() -> [String] {
                mount.simulator.ledger.entries.filter(\.isImage).map { "\($0.photo ?? ""),\($0.rendition ?? "").photo" }
            }
            for life in 0..<Self.lives {
                let daemon = try await mount.daemon()
                // Not to wait for something: to die at a moment that nobody chose.
                let pause = Int.random(in: 0...(Self.lives == 20 ? 120 : 40), using: &generator)
                try await ContinuousClock().sleep(for: .milliseconds(pause))
                #expect(kill(daemon, SIGKILL) == 0)
                let left = try await mount.shell(
                    """
                    while grep -q '^State:.[^Z]' /proc/\(daemon)/status 2> /dev/null; do sleep 0.01; done
                    \(Self.sum); ls "$XDG_CACHE_HOME"/placesfs/*/kept | grep 'photo$'
                    """)
                #expect(Int(left.lines.first ?? "") ?? .max <= 64 << 20, "life \(life)")
                #expect(stored.isDisjoint(with: asked()), "life \(life): what was stored came again")
                stored = Set(left.lines.dropFirst())
                mount.simulator.ledger.reset()
                try await mount.mount()
            }
            let whole = try await mount.shell("\(KeepTests.whole(KeepTests.directory, 40))\n\(KeepTests.compare(40))")
            #expect(whole.status == 0, "\(whole.text)\(whole.errors)")
            #expect(stored.isDisjoint(with: asked()) && Set(asked()).count == asked().count, "\(asked())")
            #expect(!mount.log.contains("damaged"), "\(mount.log)")
        }
    }

    @Test(.proves("What is kept comes back"), arguments: ["rm -f catalog.sqlite*", "rm -f made.txt"])
    func `what is kept comes back with a lost catalog or a lost file of what was made, and nothing is fetched again`(
        _ loss: String
    ) async throws {
        let gallery = Gallery.photos(5, imageBytes: 20_000...30_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            try KeepTests.prepare(mount, gallery, 5)
            let kept = try await mount.shell(
                "mkdir \"$M/pins/48.8584,2.2945\" && \(KeepTests.command) keep \"\(KeepTests.directory)\" \"$M/pins/48.8584,2.2945\""
            )
            #expect(kept.status == 0, "\(kept.errors)")
            try await mount.unmount()
            #expect(try await mount.shell("cd \"$XDG_DATA_HOME\"/placesfs/*/ && \(loss)").status == 0)
            mount.simulator.ledger.reset()
            try await mount.mount()
            let again = try await mount.shell(
                "\(KeepTests.whole(KeepTests.directory, 5)); \(KeepTests.command) keep | grep -c \"$M\"; cmp \"\(KeepTests.directory)/photo 2.jpg\" want-0-2"
            )
            #expect(again.status == 0 && again.text == "2", "\(again.text)\(again.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test func `a kept photo is read from the disk at once, though the catalog that knew it is lost`() async throws {
        let gallery = Gallery.photos(5, imageBytes: 20_000...30_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            try KeepTests.prepare(mount, gallery, 5)
            let kept = try await mount.shell("\(KeepTests.command) keep \"\(KeepTests.directory)\"")
            #expect(kept.status == 0, "\(kept.errors)")
            try await mount.unmount()
            #expect(try await mount.shell("cd \"$XDG_DATA_HOME\"/placesfs/*/ && rm -f catalog.sqlite*").status == 0)
            mount.simulator.ledger.reset()
            try await mount.mount()
            let read = try await mount.shell(
                "for n in 0 1 2 3 4; do cmp \"\(KeepTests.directory)/photo $n.jpg\" want-0-$n || exit 1; done")
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    /// Photos that do not come, and a list that does not.
    @Test(
        .proves("A folder that is kept while the network fails"),
        arguments: [
            (Fault.Match.images, KeepTests.directory, "0 of 8 photos are here: "),
            (.api, "$M/places", "0 of 0 photos are here: "),
        ])
    func `keeping goes on when the network comes back, and the command says why it waits`(
        _ silent: Fault.Match, known: String, _ said: String
    ) async throws {
        let gallery = Gallery.photos(8, imageBytes: 20_000...30_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            #expect(try await mount.shell("ls \"\(known)\"").status == 0)
            let fault = mount.simulator.faults.add(.status(503), on: silent)
            let told = try await mount.shell(
                "\(KeepTests.command) keep \"\(KeepTests.directory)\"; echo $?", timeout: .seconds(110))
            #expect(told.text == "67" && told.errors.contains(said), "\(told.text)\(told.errors)")
            mount.simulator.faults.remove(fault)
            let whole = try await mount.shell(
                KeepTests.whole(KeepTests.directory, 8), timeout: .seconds(140))
            #expect(whole.status == 0, "\(whole.text)")
        }
    }

    @Test(.proves("A full disk"), .enabled(if: SmallDisk.isPossible))
    func `a full disk ends no mount and leaves nothing half, and keeping goes on when there is room`() async throws {
        let gallery = Gallery.photos(20, imageBytes: 100_000...120_000)
        try await SmallDisk.run(bytes: 1 << 20) { disk in
            try await TestMount.run(gallery.configuration, options: ["--cache-dir", disk.path]) { mount async throws in
                let full = try await mount.shell(
                    """
                    ls "\(KeepTests.directory)" > /dev/null; setfattr -n user.places.keep -v yes "\(KeepTests.directory)"; n=0
                    until grep -q 'the disk is full' "$M/.placesfs/status"; do sleep 0.1; n=$((n + 1)); [ $n -lt 1200 ] || exit 1; done
                    ls \(disk.path)/*/kept | grep -c partial; cat "\(KeepTests.directory)/photo 19.jpg" | wc -c
                    """, timeout: .seconds(180))
                #expect(full.lines == ["0", "\(gallery.bytes(19).count)"], "\(full.text)\(full.errors)")
                #expect(try await mount.shell("mount -o remount,size=16M \(disk.path)").status == 0)
                let whole = try await mount.shell(
                    KeepTests.whole(KeepTests.directory, 20), timeout: .seconds(120))
                #expect(whole.status == 0, "\(whole.text)")
            }
        }
    }
}
