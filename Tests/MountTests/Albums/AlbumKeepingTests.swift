import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("What an album holds is kept", .enabled(if: Repository.canMount))
struct AlbumKeepingTests {
    @Test(.proves("What an album holds is kept"))
    func `photos that were put into an album are read without a network, and leave the disk with a kept folder's`()
        async throws
    {
        let gallery = Gallery.photos(6, imageBytes: 60_000...90_000)
        try await TestMount.run(gallery.configuration, options: EmbeddedBytes.options + ["--cache-size", "256K"]) {
            mount async throws in
            try KeepTests.prepare(mount, gallery, 6)
            let album = "$M/albums/Poster"
            let filled = try await mount.shell(
                """
                D="\(KeepTests.directory)"; ls "$D" > /dev/null; mkdir "\(album)" "$M/albums/Empty"
                ln "$D/photo 0.jpg" "\(album)/one.jpg"; ln -s "$D/photo 1.jpg" "\(album)/"; mv "$D/photo 2.jpg" "\(album)/"
                \(KeepTests.whole(album, 3))
                getfattr --only-values -n user.places.keep "\(album)"; echo
                \(KeepTests.command) keep | grep -c "\(album) .*3 of 3"
                setfattr -n user.places.keep -v no "\(album)" 2>&1 | grep -c 'Invalid argument'
                """)
            #expect(filled.lines == ["yes", "1", "1"], "\(filled.text)\(filled.errors)")
            let ledger = mount.simulator.ledger
            for number in 0..<3 {
                #expect(ledger.imageRequests(of: NumberedLibrary.id(number), TestSource.current.rendition) == 1)
            }
            ledger.reset()
            await mount.simulator.stop()
            let offline = try await mount.shell(
                """
                cd "$T"; python3 embedded.py "\(album)/one.jpg" want-0-0 && python3 embedded.py "\(album)/photo 1.jpg" want-0-1 \\
                    && python3 embedded.py "\(album)/photo 2.jpg" want-0-2; echo $?
                n=0; until [ -e "\(album)/map.html" ]; do sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || exit 1; done
                cat "\(album)/map.html" "\(album)/CREDITS.txt" "\(album)/photos.csv" > /dev/null && ls "\(album)/.small" | wc -l
                """)
            #expect(offline.lines == ["0", "3"], "\(offline.text)\(offline.errors)")
            #expect(ledger.count == 0, "\(ledger.entries.map(\.path))")
            let removed = try await mount.shell(
                """
                rm -r "\(album)"; cd "$XDG_CACHE_HOME"/placesfs/*/
                n=0; while ls kept | grep -q photo; do sleep 0.05; n=$((n + 1)); [ $n -lt 1200 ] || break; done
                ls kept | grep -c photo
                """)
            #expect(removed.lines == ["0"], "\(removed.text)\(removed.errors)")
        }
    }
}
