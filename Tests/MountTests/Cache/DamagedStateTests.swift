import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What is known is kept in one file. A mount that finds it damaged sets it aside, says so, and learns anew.
@Suite("A damaged catalog", .enabled(if: Repository.canMount))
struct DamagedStateTests {
    /// What becomes of `$F`, the catalog; without its log unless the damage is to that.
    private static let damages = [
        "head -c 20000 /dev/urandom > \"$F\"",
        "printf garbage | dd of=\"$F\" conv=notrunc status=none",
        "truncate -s 5000 \"$F\"",
        "truncate -s 0 \"$F\"",
        "rm \"$F\"",
        "for page in $(seq 2 40); do dd if=/dev/urandom of=\"$F\" bs=4096 seek=$page count=1 conv=notrunc status=none; done",
        "head -c 70000 /dev/urandom > \"$F-wal\"",
        "rm \"$F\" && mkdir -p \"$F/x\"",
        // Met after the catalog was checked.
        "python3 -c \"\(zeroPages)\" \"$F\"",
    ]
    /// Zeros the pages that two tables begin on; one of them is read when the catalog is open, before the mount.
    private static let zeroPages = """
        import sqlite3, sys
        pages = sqlite3.connect(sys.argv[1]).execute(
            'select rootpage from sqlite_schema where name in (?, ?)', ('entry', 'imageUse')).fetchall()
        with open(sys.argv[1], 'r+b') as file:
            for page, in pages: file.seek((page - 1) * 4096); file.write(bytes(4096))
        """

    @Test(.proves("The catalog is damaged"), arguments: damages)
    func `a damaged state is no reason not to mount: lists and photos are there, and kept from then on`(damage: String)
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 5)
        try await TestMount.run(numbered.configuration) { mount in
            let look = """
                ls "$M/\(NumberedLibrary.directory())" && for n in 0 1 2; do
                    cmp "$M/\(NumberedLibrary.directory())/photo $n.jpg" want-$n || exit 1
                done
                """
            for number in 0..<3 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            let before = try await mount.shell(look)
            #expect(before.status == 0 && before.lines.count > 5)
            try await mount.unmount()
            // Everything is in the file then, and the log is gone.
            let fold = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('pragma wal_checkpoint(truncate)')"
            let damaged = try await mount.shell(
                """
                F=$(ls "$XDG_DATA_HOME"/placesfs/*/catalog.sqlite)
                python3 -c "\(fold)" "$F" && [ $(stat -c %s "$F") -gt 60000 ] && rm -f "$F-wal" "$F-shm" && { \(damage); }
                """)
            #expect(damaged.status == 0, "\(damaged.errors)")
            let told = try await mount.mount()
            let after = try await mount.shell(look)
            #expect(after.status == 0 && after.text == before.text, "\(after.text)\(after.errors)")
            if !damage.hasPrefix("rm"), !damage.contains("wal") {
                #expect(mount.log.contains("warning catalog: "), "\(mount.log)")
                #expect(
                    told.errors.hasPrefix("placesfs: mounted, and the state was mended: ")
                        && told.errors.count { $0 == "\n" } == 1, "\(told.errors)")
            }
            try await mount.unmount()
            mount.simulator.ledger.reset()
            try await mount.mount()
            let kept = try await mount.shell(look)
            #expect(kept.text == before.text)
            #expect(mount.simulator.ledger.count == 0, "nothing had to be asked again")
        }
    }

    /// Flips one bit, or zeros a page: 1 is in the head, 2 in a text `CREATE INDEX`, 3 to 6 are other pages.
    private static let damage = """
        import sys, sqlite3
        path, number = sys.argv[1], int(sys.argv[2])
        data = bytearray(open(path, 'rb').read())
        pages = len(data) // 4096
        if number == 1: data[70] ^= 1
        elif number == 2: data[data.index(b'CREATE INDEX') + 3] ^= 4
        elif number % 2: page = number * 7 % pages; data[page * 4096:page * 4096 + 4096] = bytes(4096)
        else: data[number * 5 % pages * 4096 + number * 37 % 800 // 8] ^= 1 << number % 8
        open(path, 'wb').write(data)
        """
    private static let damagedStarts =
        ProcessInfo.processInfo.environment["PLACESFS_ALL_DAMAGES"] == nil ? 6 : 200

    @Test(.proves("The catalog is damaged"))
    func `what was made by hand is there after one start, with the second file and without`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 5)
        try await TestMount.run(numbered.configuration) { mount in
            let look =
                "ls -i \"$M/pins\" \"$M/tags\" | grep -v -e geojson -e html -e README | sed 's/^ *//'; ls \"$M/places/Germany\" | grep Berlin"
            let made = try await mount.shell(
                """
                set -e; mkdir "$M/pins/48.8584,2.2945 Café" "$M/pins/10,20" "$M/tags/sunset"
                mkdir -p "$M/places/Germany/Berlin"; rmdir "$M"/tags/"\(TestSource.current.firstTopic)"; \(look)
                """)
            #expect(made.status == 0 && made.text.contains("Café") && made.text.contains("Berlin"), "\(made.errors)")
            try await mount.unmount()
            try mount.write(Array(Self.damage.utf8), to: "damage.py")
            let saved = try await mount.shell(
                "cp -a \"$XDG_DATA_HOME/placesfs\" \"$T/saved\"; ls \"$T\"/saved/*/made.txt")
            #expect(saved.status == 0, "\(saved.errors)")
            for number in 1...Self.damagedStarts {
                // Without the second file only the schema is known to be all that is damaged.
                let removes = number == 2 ? "rm \"$XDG_DATA_HOME\"/placesfs/*/made.txt" : "true"
                let damaged = try await mount.shell(
                    """
                    set -e; rm -r "$XDG_DATA_HOME/placesfs"; cp -a "$T/saved" "$XDG_DATA_HOME/placesfs"; \(removes)
                    python3 "$T/damage.py" "$XDG_DATA_HOME"/placesfs/*/catalog.sqlite \(number)
                    """)
                #expect(damaged.status == 0, "\(damaged.errors)")
                try await mount.mount()
                let after = try await mount.shell(look)
                #expect(after.text == made.text, "damage \(number): \(after.text)\(after.errors)")
                try await mount.unmount()
            }
            let lost = try await mount.shell("rm \"$XDG_DATA_HOME\"/placesfs/*/catalog.sqlite*")
            #expect(lost.status == 0)
            try await mount.mount()
            let again = try await mount.shell("\(look); cat \"$M/.placesfs/status\"")
            #expect(again.text.hasPrefix(made.text), "\(again.text)\(again.errors)")
            let back = TestSource.current == .flickr ? "2 pins, 1 topic" : "2 pins and 2 topics"
            #expect(again.text.contains(back), "\(again.text)")
        }
    }
}
