import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Folders that are kept offline.
@Suite("Kept folders", .enabled(if: Repository.canMount))
struct KeepTests {
    static let directory = "$M/" + NumberedLibrary.directory()
    static let command = Repository.placesfs

    /// Waits until all of a folder is kept.
    static func whole(_ folder: String, _ count: Int) -> String {
        """
        n=0; until [ "$(getfattr --only-values -n user.places.kept "\(folder)")" = "\(count) of \(count)" ]; do
            sleep 0.05; n=$((n + 1)); [ $n -lt 2400 ] || { getfattr -d -m - "\(folder)"; cat "$M/.placesfs/status"; exit 1; }
        done
        """
    }

    /// Each photo of a place is what the simulator has, with what is put into it.
    static func compare(_ count: Int, place: Int = 0) -> String {
        """
        for n in $(seq 0 \(count - 1)); do
            python3 embedded.py "$M/\(NumberedLibrary.directory(place))/photo $n.jpg" want-\(place)-$n || exit 1
        done
        """
    }

    static func prepare(_ mount: TestMount, _ numbered: NumberedLibrary, _ count: Int, places: Int = 1) throws {
        try EmbeddedBytes.prepare(mount)
        for place in 0..<places {
            for number in 0..<count {
                try mount.write(numbered.bytes(number, of: place), to: "want-\(place)-\(number)")
            }
        }
    }

    @Test(
        .proves("`placesfs keep FOLDER`", "A kept folder works offline", "Kept photos lie beside the cache"),
        arguments: [false, true])
    func `a kept place is there whole without a network, and each photo of it came once`(isRemounted: Bool) async throws
    {
        let gallery = Gallery.photos(12, imageBytes: 60_000...120_000)
        try await TestMount.run(gallery.configuration, options: EmbeddedBytes.options + ["--cache-size", "256K"]) {
            mount async throws in
            try Self.prepare(mount, gallery, 12)
            for number in 0..<12 { try mount.write(Gallery.small(number, of: gallery), to: "small-\(number)") }
            // One was looked at before, and is in the cache.
            let kept = try await mount.shell(
                "python3 embedded.py \"\(Self.directory)/photo 3.jpg\" want-0-3 && \(Self.command) keep \"\(Self.directory)\""
            )
            #expect(
                kept.status == 0 && kept.text == "\(NumberedLibrary.directory()): 12 of 12 photos kept",
                "\(kept.text)\(kept.errors)")
            let ledger = mount.simulator.ledger
            for number in 0..<12 {
                for rendition in [TestSource.current.rendition, TestSource.current.thumbnail] {
                    #expect(
                        ledger.imageRequests(of: NumberedLibrary.id(number), rendition) == 1, "\(number) \(rendition)")
                }
            }
            let sizes = try await mount.shell(
                "cd \"\(Self.directory)\" && stat -c %s *.jpg; getfattr -n user.places.size --only-values *.jpg")
            #expect(sizes.text.hasSuffix(String(repeating: "exact", count: 12)), "\(sizes.text)")
            if isRemounted {
                try await mount.unmount()
                try await mount.mount()
                #expect(try await mount.shell(Self.whole(Self.directory, 12)).status == 0)
            }
            ledger.reset()
            await mount.simulator.stop()
            let offline = try await mount.shell(
                """
                cd "\(Self.directory)" && [ $(ls | grep -c jpg) = 12 ] || exit 1
                cd "$T"; \(Self.compare(12)); cd "\(Self.directory)"
                for n in $(seq 0 11); do cmp ".small/photo $n.jpg" "$T/small-$n" || exit 1; done
                stat -c %s *.jpg > "$T/sizes"; getfattr -d 'photo 0.jpg' > /dev/null; cat map.html CREDITS.txt photos.csv > /dev/null
                tar -cf "$T/a.tar" *.jpg && tar -xOf "$T/a.tar" | wc -c > "$T/tarred"; cat *.jpg | wc -c | cmp - "$T/tarred"
                python3 -c 'import tarfile; t = tarfile.open("'"$T"'/b.tar", "w"); t.add("."); t.close()'
                \(Self.command) credits 'photo 1.jpg' | wc -l; ls "$M/.placesfs/cached" | wc -l
                cat "$T/sizes"
                """)
            #expect(offline.status == 0, "\(offline.text)\(offline.errors)")
            #expect(Array(offline.lines.prefix(2)) == ["1", "12"], "\(offline.text)\(offline.errors)")
            #expect(sizes.lines.prefix(11).elementsEqual(offline.lines.dropFirst(2).prefix(11)), "the same sizes")
            #expect(ledger.count == 0)
            let disk = try await mount.shell(
                """
                cd "$XDG_CACHE_HOME"/placesfs/*/ && ls kept | grep -c photo; ls | grep -c photo; ls thumbnails 2> /dev/null | grep -c photo
                """)
            #expect(disk.lines == ["24", "0", "0"], "stored once, beside the cache")
            let status = try await mount.shell("cat \"$M/.placesfs/status\"; grep kept \"$M/.placesfs/metrics\"")
            #expect(
                status.text.contains("\nkept      ") && status.text.contains(": 12 of 12 photos, "), "\(status.text)")
            #expect(status.text.contains("\nplacesfs_kept_photos 12\n") && status.text.contains("_missing_photos 0\n"))
        }
    }

    @Test(.proves("`user.places.keep`", "`placesfs unkeep`"))
    func `an attribute keeps a folder and ends that, for its owner alone`() async throws {
        try await TestMount.run(Gallery.photos(4, imageBytes: 20_000...30_000).configuration) { mount async throws in
            let shown = try await mount.shell(
                """
                D="\(Self.directory)"; keep() { setfattr -n user.places.keep -v "$1" "$2" 2> /dev/null; }
                value() { getfattr --only-values -n user.places.$1 "$D" 2> /dev/null || echo -n none; echo; }
                ls "$D" > /dev/null; value keep; value kept
                keep yes "$D" && \(Self.whole(Self.directory, 4)); value keep
                getfattr -d "$D" | grep -c 'keep\\|kept'
                keep maybe "$D" || echo refused; keep yes "$D/photo 0.jpg" || echo refused; keep yes "$M/recents" || echo refused
                setfattr -n user.places.other -v yes "$D" 2> /dev/null || echo refused
                \(Self.command) keep | grep "$M" | grep -o '4 of 4'
                keep no "$D"; value keep; value kept
                n=0; while ls "$XDG_CACHE_HOME"/placesfs/*/kept | grep -q photo; do sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || exit 1; done
                \(Self.command) keep | grep -c "$M"; \(Self.command) unkeep "$D"; echo $?
                """)
            #expect(
                shown.lines == [
                    "no", "none", "yes", "0", "refused", "refused", "refused", "refused", "4 of 4", "no", "none",
                    "0", "65",
                ], "\(shown.text)\(shown.errors)")
        }
    }

    @Test(.proves("`cache clear` leaves what is kept"))
    func `cache clear leaves what is kept, forget takes a photo out, and verify checks it`() async throws {
        let gallery = Gallery.photos(3, imageBytes: 20_000...30_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let shown = try await mount.shell(
                """
                \(Self.command) keep "\(Self.directory)" > /dev/null && \(Self.command) cache forget "\(Self.directory)/photo 1.jpg" > /dev/null
                ls "$XDG_CACHE_HOME"/placesfs/*/kept | grep -c "\(NumberedLibrary.id(1))"
                \(Self.command) cache show | grep -o 'kept offline: 4 files'
                """)
            #expect(shown.lines == ["0", "kept offline: 4 files"], "\(shown.text)\(shown.errors)")
            try await mount.unmount()
            let files = try await mount.shell(
                """
                \(Self.command) cache clear > /dev/null; \(Self.command) cache verify | grep -o '4 kept files'
                f=$(ls "$XDG_CACHE_HOME"/placesfs/*/kept/*photo | head -1); printf X | dd of="$f" bs=1 seek=900 conv=notrunc status=none
                \(Self.command) cache verify > "$T/v" 2>&1; echo $?; ls "$XDG_CACHE_HOME"/placesfs/*/kept | grep -c photo
                """)
            #expect(files.lines == ["4 kept files", "35", "3"], "\(files.text)\(files.errors)")
            try await mount.mount()
            // What is damaged is fetched again.
            let whole = try await mount.shell(Self.whole(Self.directory, 2))
            #expect(whole.status == 0, "\(whole.text)")
        }
    }

    @Test(.proves("A kept list follows"))
    func `what comes into a kept list is fetched, and what leaves it stays for a while`() async throws {
        let gallery = Gallery.photos(6, imageBytes: 20_000...30_000)
        gallery.library.edit(NumberedLibrary.id(5)) { NumberedLibrary.move(&$0, into: nil) }
        try await TestMount.run(gallery.configuration) { mount async throws in
            try Self.prepare(mount, gallery, 6)
            #expect(
                try await mount.shell("\(Self.command) keep \"\(Self.directory)\"").text.hasSuffix("5 of 5 photos kept")
            )
            gallery.library.edit(NumberedLibrary.id(5)) { NumberedLibrary.move(&$0, into: 0) }
            gallery.library.edit(NumberedLibrary.id(0)) { NumberedLibrary.move(&$0, into: nil) }
            let changed = try await mount.shell(
                "\(Self.command) refresh --wait \"\(Self.directory)\" > /dev/null; ls \"\(Self.directory)\" | grep jpg; \(Self.whole(Self.directory, 5))"
            )
            #expect(changed.lines.filter { $0.hasSuffix("jpg") }.count == 5, "\(changed.text)\(changed.errors)")
            await mount.simulator.stop()
            let read = try await mount.shell(
                "cmp \"\(Self.directory)/photo 5.jpg\" want-0-5 && cmp \"\(Self.directory)/photo 0.jpg\" want-0-0")
            #expect(read.status == 0, "the one that came, and the one that left: \(read.errors)")
        }
    }

    @Test(.proves("`placesfs unkeep`"))
    func `pins, tags and searches are kept until they are removed`() async throws {
        try await TestMount.run { mount async throws in
            let shown = try await mount.shell(
                """
                mkdir "$M/pins/48.8584,2.2945" && cd "$M/pins/48.8584,2.2945" && ls > /dev/null
                cd "$M" && \(Self.command) keep pins/48.8584,2.2945 tags/*/ | grep -c 'photos kept'
                \(Self.command) keep | grep -c "$M"
                cd "$M" && rmdir pins/48.8584,2.2945 && \(Self.command) keep | grep -c "$M"
                """, timeout: .seconds(60))
            let topics = TestSource.current == .flickr ? 1 : 2
            #expect(
                shown.lines == ["\(topics + 1)", "\(topics + 1)", "\(topics)"], "\(shown.text)\(shown.errors)")
        }
    }

    @Test(.proves("`placesfs unkeep`"), arguments: [false, true])
    func `what is under way of a folder that is kept no more is not fetched to its end`(isAlbum: Bool) async throws {
        let gallery = Gallery.photos(4, imageBytes: 400_000...500_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            // A photo takes longer than the test.
            mount.simulator.faults.add(.bandwidth(bytesPerSecond: 4000), on: .images)
            let begun = try await mount.shell(
                """
                D="\(Self.directory)"; ls "$D" > /dev/null
                if \(isAlbum); then mkdir "$M/albums/A" && ln "$D/photo 0.jpg" "$M/albums/A/"
                else setfattr -n user.places.keep -v yes "$D"; fi
                """)
            #expect(begun.status == 0, "\(begun.errors)")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            let ended = try await mount.shell(
                """
                D="\(Self.directory)"
                downloads() { python3 -c 'import json, sys; print(len(json.load(sys.stdin)["downloads"]))' < "$M/.placesfs/status.json"; }
                n=0; until [ "$(downloads)" != 0 ]; do sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || exit 1; done
                if \(isAlbum); then rm "$M/albums/A/photo 0.jpg"; else setfattr -n user.places.keep -v no "$D"; fi
                n=0; until [ "$(downloads)" = 0 ]; do sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || exit 2; done
                ls "$XDG_CACHE_HOME"/placesfs/*/kept | grep -c 'photo$'
                """, timeout: .seconds(60))
            #expect(ended.text == "0", "\(ended.status) \(ended.text)\(ended.errors)")
        }
    }

    @Test(.proves("`placesfs keep FOLDER`", "`placesfs unkeep`"))
    func `a wrong path beside a right one is named, and the right one is kept, and kept no more`() async throws {
        try await TestMount.run(Gallery.photos(3, imageBytes: 20_000...30_000).configuration) { mount async throws in
            let told = try await mount.shell(
                """
                D="\(Self.directory)"
                for command in keep unkeep; do
                    \(Self.command) $command "$M/none" "$D" "$M/recents" > "$T/told" 2> "$T/wrong"; echo $? $(grep -c 'there is no\\|cannot be kept' "$T/wrong")
                    getfattr --only-values -n user.places.keep "$D"; echo
                done
                """)
            #expect(told.lines == ["65 2", "yes", "65 2", "no"], "\(told.text)\(told.errors)")
        }
    }

    @Test(.proves("A photo that is gone leaves"))
    func `what is kept is confirmed, and what its source calls gone leaves`() async throws {
        let gallery = Gallery.photos(3, imageBytes: 20_000...30_000)
        try await TestMount.run(gallery.configuration, options: ["--confirm-after", "1s"]) { mount async throws in
            #expect(try await mount.shell("\(Self.command) keep \"\(Self.directory)\"").status == 0)
            try await mount.unmount()
            gallery.library.remove(NumberedLibrary.id(1))
            try await ContinuousClock().sleep(for: .seconds(2))
            try await mount.mount()
            let left = try await mount.shell(
                """
                ls "\(Self.directory)" > /dev/null; n=0
                while ls "$XDG_CACHE_HOME"/placesfs/*/kept | grep -q "\(NumberedLibrary.id(1))"; do
                    sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || exit 1
                done
                \(Self.whole(Self.directory, 2)); ls "\(Self.directory)" | grep -c jpg
                """)
            #expect(left.status == 0 && left.text == "2", "\(left.text)\(left.errors)")
        }
    }
}
