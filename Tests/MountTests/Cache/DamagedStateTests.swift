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
    ]

    @Test(.proves("the catalog is damaged"), arguments: damages)
    func `is no reason not to mount: lists and photos are there, and kept from then on`(damage: String) async throws {
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
            try await mount.mount()
            let after = try await mount.shell(look)
            #expect(after.status == 0 && after.text == before.text, "\(after.text)\(after.errors)")
            if !damage.hasPrefix("rm"), !damage.contains("wal") {
                #expect(mount.log.contains("warning catalog: "), "\(mount.log)")
            }
            try await mount.unmount()
            mount.simulator.ledger.reset()
            try await mount.mount()
            let kept = try await mount.shell(look)
            #expect(kept.text == before.text)
            #expect(mount.simulator.ledger.count == 0, "nothing had to be asked again")
        }
    }
}
