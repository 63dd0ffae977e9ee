import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A copy of a photo whose details were forgotten", .enabled(if: Repository.canMount))
struct ForgottenPhotoTests {
    /// What the catalog keeps of a photo that no list has had for 30 days.
    private static let forget = """
        python3 - "$XDG_DATA_HOME"/placesfs/*/catalog.sqlite <<'END'
        import sqlite3, sys
        with sqlite3.connect(sys.argv[1]) as catalog:
            told = 'title description owner ownerName licenseID licenseName licenseURL taken uploaded latitude longitude ' \\
                'accuracy tags views pageURL renditions sourceAttributes viewed'
            photo = "SELECT photo FROM entry WHERE name = 'photo 0.jpg'"
            number, = catalog.execute(photo).fetchone()
            catalog.execute('UPDATE photo SET ' + ', '.join(f'{name} = NULL' for name in told.split()) + ' WHERE number = ?', [number])
            catalog.execute('DELETE FROM entry WHERE photo = ?', [number])
        END
        """

    @Test(.proves("A copy of a photo that no list has had for 30 days"), arguments: [true, false])
    func `it is the photo when its source still has it, and else is refused`(isThere: Bool) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration, options: ["--embed", "none"]) { mount in
            let directory = "\"$M/\(NumberedLibrary.directory())\""
            let read = try await mount.shell(
                "cp \(directory)/'photo 0.jpg' \"$T/copy.jpg\"; stat -c %i \(directory)/'photo 0.jpg'")
            #expect(read.status == 0, "\(read.errors)")
            try await mount.unmount()
            if isThere {
                numbered.library.edit(NumberedLibrary.id(0)) { NumberedLibrary.move(&$0, into: nil) }
            } else {
                numbered.library.remove(NumberedLibrary.id(0))
            }
            let forgotten = try await mount.shell(Self.forget)
            #expect(forgotten.status == 0, "\(forgotten.errors)")
            try await mount.mount()
            let copied = try await mount.shell(
                """
                mkdir "$M/albums/A"; cp "$T/copy.jpg" "$M/albums/A/" 2> /dev/null; echo $?
                stat -c %i "$M/albums/A/copy.jpg" 2> /dev/null; true
                """)
            #expect(copied.lines == (isThere ? ["0", read.text] : ["1"]), "\(copied.text)\(copied.errors)")
        }
    }
}
