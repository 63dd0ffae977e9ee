import Foundation
import GRDB
import PhotoTree
import Promises
import Testing

@testable import Catalog

/// Whom copies are credited to, for as long as there may be copies.
@Suite struct StoredCreditsTests {
    let folder: TemporaryFolder
    let clock = TestClock()
    private let line = "\"Photo 1\" by Zoë, CC BY 2.0, https://photos.test/1"

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    private func learn(_ catalog: Catalog, _ id: Int, _ digest: String?, length: Int64 = 7) async throws {
        let key = ImageKey(photo: PhotoID("\(id)"), rendition: "b")
        try await catalog.learn(KnownFile(length: length, digest: digest), of: key)
    }

    private func lines(_ digests: String...) async throws -> [String: String] {
        try await StoredCredits.of(Set(digests), at: folder.catalog).mapValues(\.line)
    }

    /// Photo 1 is in no list any more, for as long as it takes to be forgotten.
    private func forget(_ catalog: Catalog) async throws {
        _ = try await catalog.replaceListing(of: paris, with: page(9...9))
        clock.advance(days: 31)
        try await catalog.prune()
        #expect(try await catalog.photo(PhotoID("1")) == nil)
    }

    @Test func `a copy is known by its digest, while a daemon uses the catalog and after`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa")
        #expect(try await lines("sha256:aa", "sha256:bb") == ["sha256:aa": line])
        catalog.close()
        #expect(try await lines("sha256:aa") == ["sha256:aa": line])
    }

    @Test func `a photo's credit outlives all else that is known of it`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa")
        try await forget(catalog)
        clock.advance(days: 4_000)
        try await catalog.prune()
        #expect(try await lines("sha256:aa") == ["sha256:aa": line])
        #expect(try await StoredCredits.lengths(among: [7, 8], at: folder.catalog) == [7])
        catalog.close()
        let again = try await open()
        _ = try await again.replaceListing(of: paris, with: page([photo(1, "Retitled")]))
        #expect(try await lines("sha256:aa") == ["sha256:aa": line.replacing("Photo 1", with: "Retitled")])
    }

    @Test func `nothing but the credit outlives it, and of photos never fetched nothing`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa")
        try await forget(catalog)
        let kept = try await catalog.read { try Row.fetchAll($0, sql: "SELECT * FROM credit").map(\.description) }
        #expect(kept.count == 1)
        let row = try #require(kept.first)
        #expect(row.contains("Photo 1") && row.contains("Zoë") && !row.contains("dusk"))
    }

    @Test func `a photo that is gone is still somebody's`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa")
        _ = try await catalog.withdraw(PhotoID("1"), as: .gone)
        #expect(try await lines("sha256:aa") == ["sha256:aa": line])
        try await forget(catalog)
        #expect(try await lines("sha256:aa") == ["sha256:aa": line])
    }

    @Test func `copies of before the source replaced the photo are known too`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa", length: 5)
        // The new length is learnt at the answer's head, the digest at its end.
        try await learn(catalog, 1, nil, length: 6)
        try await learn(catalog, 1, "sha256:bb", length: 6)
        try await learn(catalog, 1, "sha256:cc", length: 6)
        #expect(try await lines("sha256:aa", "sha256:bb", "sha256:cc").count == 3)
        #expect(try await StoredCredits.lengths(among: [5, 6, 7], at: folder.catalog) == [5, 6])
        try await forget(catalog)
        #expect(try await lines("sha256:aa", "sha256:bb", "sha256:cc").count == 3)
    }

    @Test func `originals are known by the digest that the listing names, for ever once fetched`() async throws {
        let catalog = try await open()
        var (fetched, other) = (photo(1, "Photo 1"), photo(2))
        fetched.renditions[2].byteCount = 5_000
        fetched.renditions[2].digest = "sha1:11"
        other.renditions[2].byteCount = 6_000
        other.renditions[2].digest = "sha1:22"
        _ = try await catalog.replaceListing(of: paris, with: page([fetched, other]))
        #expect(try await lines("sha1:11", "sha1:22", "sha1:33").count == 2)
        #expect(try await StoredCredits.lengths(among: [5_000, 6_000, 7_000], at: folder.catalog) == [5_000, 6_000])
        try await learn(catalog, 1, nil, length: 5_000)
        try await forget(catalog)
        #expect(try await lines("sha1:11", "sha1:22") == ["sha1:11": line])
        #expect(try await StoredCredits.lengths(among: [5_000, 6_000], at: folder.catalog) == [5_000])
    }

    /// What is put into photo 1 as it is read.
    private func embed(_ catalog: Catalog, _ count: Int, before: KnownFile? = nil) async throws {
        let segments = EmbeddedSegments(offset: 2, bytes: Array(repeating: 7, count: count))
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        try await catalog.embed(EmbeddedDecision(segments, in: key, rule: "credit", before: before))
        #expect(try await catalog.embeddedSegments(in: key) == segments)
    }

    private func rows(_ catalog: Catalog) async throws -> [String] {
        try await catalog.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT digest FROM formerFile
                    UNION SELECT digest FROM learntFile WHERE digest IS NOT NULL UNION SELECT title FROM credit
                    """)
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `of a photo that says itself whose it is, no digest outlives its file and no credit the photo`()
        async throws
    {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await embed(catalog, 2_000)
        try await learn(catalog, 1, "sha256:aa", length: 5)
        try await learn(catalog, 1, "sha256:bb", length: 6)
        #expect(try await rows(catalog) == ["sha256:bb"])
        try await embed(catalog, 2_000)
        try await forget(catalog)
        #expect(try await rows(catalog) == [])
        let key = ImageKey(photo: PhotoID("1"), rendition: "b")
        #expect(try await catalog.learntFiles([key])[key] == KnownFile(length: 6, digest: nil))
    }

    @Test func `of a photo that was left as it came, all digests are kept`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await embed(catalog, 0)
        try await learn(catalog, 1, "sha256:aa", length: 5)
        try await learn(catalog, 1, "sha256:bb", length: 6)
        try await embed(catalog, 0)
        try await forget(catalog)
        #expect(try await lines("sha256:aa", "sha256:bb") == ["sha256:aa": line, "sha256:bb": line])
    }

    @Test func `copies of before anything was put into the photo are known for ever`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa", length: 5)
        try await embed(catalog, 2_000, before: KnownFile(length: 5, digest: "sha256:aa"))
        try await learn(catalog, 1, "sha256:bb", length: 6)
        try await embed(catalog, 2_000)
        try await forget(catalog)
        #expect(try await lines("sha256:aa", "sha256:bb") == ["sha256:aa": line])
    }

    @Test func `the credit of two photos with one file is that of the first that was heard of`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        for id in [2, 1, 3] { try await learn(catalog, id, "sha256:aa") }
        #expect(try await lines("sha256:aa") == ["sha256:aa": line])
    }

    @Test func `a damaged catalog's successor knows them`() async throws {
        let catalog = try await open()
        _ = try await catalog.replaceListing(of: paris, with: page(1...3))
        try await learn(catalog, 1, "sha256:aa")
        try await learn(catalog, 1, "sha256:bb")
        try await forget(catalog)
        try await catalog.write { try $0.execute(sql: "DELETE FROM state") }
        catalog.close()
        #expect(try await open().recovered != nil)
        #expect(try await lines("sha256:aa", "sha256:bb").count == 2)
    }

    @Test func `an older placesfs's catalog answers without being brought up to date`() async throws {
        let database = try DatabaseQueue(path: folder.catalog)
        try await database.writeWithoutTransaction { try $0.execute(sql: catalogOfSchema1) }
        try database.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
        #expect(try await lines("sha256:aa").count == 1)
        #expect(try await StoredCredits.lengths(among: [7], at: folder.catalog) == [7])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.catalog)) == before)
    }

    @Test func `what is no catalog of ours, too new or not there is an error`() async throws {
        await #expect(throws: CatalogError.self) { try await lines("sha256:aa") }
        #expect(try folder.names.isEmpty)
        try Data(repeating: 7, count: 9_000).write(to: URL(fileURLWithPath: folder.catalog))
        await #expect(throws: CatalogError.self) { try await lines("sha256:aa") }
        try FileManager.default.removeItem(atPath: folder.catalog)
        let catalog = try await open()
        try await catalog.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 of tomorrow')") }
        await #expect(throws: CatalogError.newerSchema(path: folder.catalog)) { try await lines("sha256:aa") }
    }
}
