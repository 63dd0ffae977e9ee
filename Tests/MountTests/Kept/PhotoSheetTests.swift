import PhotoSimulator
import Promises
import TestSupport
import Testing

/// `photos.csv` in every folder of photos.
@Suite("Tables of photos", .enabled(if: Repository.canMount))
struct PhotoSheetTests {
    private static let directory = "$M/" + NumberedLibrary.directory()

    @Test(.proves("`photos.csv` in every folder of photos", "`bytes` and `sha256` in it"))
    func `a folder's table has its photos, and lengths and digests of those that are here`() async throws {
        let gallery = Gallery.photos(4, imageBytes: 20_000...30_000)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let script = Script.path("Kept/table.py")
            let requests = mount.simulator.ledger
            let table = try await mount.shell(
                "python3 \"\(script)\" \"\(Self.directory)\" 0 && python3 \"\(script)\" \"\(Self.directory)\" 2")
            #expect(table.lines == ["4", "4"], "\(table.errors)")
            #expect(requests.entries.count(where: \.isImage) == 2, "the table fetches nothing")
            let others = try await mount.shell(
                """
                ls -a "\(Self.directory)" | grep -c photos.csv; ls "$M/photos.csv" "$M/places/photos.csv" 2>&1 | grep -c 'No such'
                mkdir "$M/pins/48.8584,2.2945" && head -c 3 "$M/pins/48.8584,2.2945/photos.csv" | od -An -tx1
                head -1 "$M/recents/photos.csv" | cut -c 4-8; head -1 "$M/.placesfs/cached/photos.csv" | cut -c 4-8
                wc -l < "$M/.placesfs/cached/photos.csv"
                """)
            #expect(others.lines == ["0", "2", " ef bb bf", "file,", "file,", "3"], "\(others.text) \(others.errors)")
        }
    }
}
