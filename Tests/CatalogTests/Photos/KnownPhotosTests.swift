import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// Full-text search of what is known here.
@Suite("Known photos") struct KnownPhotosTests {
    private let clock = TestClock()

    private func found(_ query: String, in catalog: Catalog) async throws -> [String] {
        let search = try SearchName.query(query, now: clock.now) { _ in false }
        return try await catalog.knownPhotos(search, near: nil, limit: 100).map(\.id.rawValue)
    }

    private func titled(_ titles: [String]) -> [Photo] {
        titles.enumerated().map { index, title in
            var photo = photo(index + 1, title)
            photo.uploaded = Timestamp(1_500_000_000 + Int64(index))
            return photo
        }
    }

    @Test func `words are found in any case and without accents, and the newest photo comes first`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let titles = ["Café on the corner", "A cafe at night", "The Cafés", "Nothing"]
        _ = try await catalog.replaceListing(of: paris, with: page(titled(titles)))
        #expect(try await found("known, CAFÉ", in: catalog) == ["2", "1"])
        #expect(try await found("known, cafe -night", in: catalog) == ["1"])
        #expect(try await found("known, \"on the corner\"", in: catalog) == ["1"])
        #expect(try await found("known, \"corner the on\"", in: catalog).isEmpty)
        #expect(try await found("known, cafe #sunset", in: catalog) == ["2", "1"], "each bears the tag")
        #expect(try await found("known, Zoë", in: catalog).count == 4, "the author's name counts")
    }

    @Test func `words of scripts without blanks are found within others`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let titles = ["夕日と富士山の頂上", "ภูเขาไฟฟูจิ", "हिमालय की चोटी"]
        _ = try await catalog.replaceListing(of: paris, with: page(titled(titles)))
        #expect(try await found("known, 富士山", in: catalog) == ["1"])
        #expect(try await found("known, 山富", in: catalog).isEmpty)
        #expect(try await found("known, हिमालय", in: catalog) == ["3"])
        #expect(try await found("known, ภูเขา", in: catalog) == ["2"])
    }

    @Test func `what is said of a photo anew counts, and what was said before does not`() async throws {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1, "Blue boat"), photo(2, "Boat")]))
        #expect(try await found("known, blue", in: catalog) == ["1"])
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1, "Red boat"), photo(2, "Boat")]))
        #expect(try await found("known, blue", in: catalog).isEmpty)
        #expect(try await found("known, red boat", in: catalog) == ["1"])
    }

    @Test func `a photo that left all lists is known for 30 days, a forgotten one until it is listed again`()
        async throws
    {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page([photo(1, "Boat"), photo(2, "Boat")]))
        _ = try await catalog.replaceListing(of: paris, with: page([photo(2, "Boat")]))
        clock.advance(days: 29)
        #expect(try await found("known, boat", in: catalog) == ["2", "1"])
        clock.advance(days: 2)
        #expect(try await found("known, boat", in: catalog) == ["2"])
        _ = try await catalog.withdraw(PhotoID("2"), as: .forgotten)
        #expect(try await found("known, boat", in: catalog).isEmpty)
        _ = try await catalog.replaceListing(of: rome, with: page([photo(2, "Boat")]))
        #expect(try await found("known, boat", in: catalog) == ["2"])
        _ = try await catalog.withdraw(PhotoID("2"), as: .gone)
        #expect(try await found("known, boat", in: catalog).isEmpty)
    }

    @Test func `a catalog of an earlier version is searched whole, also beside the daemon that uses it`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        _ = try await catalog.replaceListing(of: paris, with: page(titled(["Blue boat", "Green boat"])))
        let search = try SearchName.query("known, boat", now: clock.now) { _ in false }
        // Nothing is indexed yet.
        let beside = try await StoredPhotos.known(
            search, near: nil, license: .any, limit: 1, at: folder.catalog, now: clock.now)
        #expect(beside.map(\.id.rawValue) == ["2"])
        try await catalog.indexTexts()
        let again = try await StoredPhotos.known(
            search, near: nil, license: .any, limit: 10, at: folder.catalog, now: clock.now)
        #expect(again.map(\.id.rawValue) == ["2", "1"])
        // One that came since is not indexed yet.
        _ = try await catalog.replaceListing(of: rome, with: page([photo(3, "Red boat"), photo(4, "Red car")]))
        let more = try await StoredPhotos.known(
            search, near: nil, license: .any, limit: 10, at: folder.catalog, now: clock.now)
        #expect(Set(more.map(\.id.rawValue)) == ["1", "2", "3"])
        catalog.close()
    }

    @Test func `the index takes at most 350 bytes a photo of 56 words`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let words = (0..<4_000).map { "word\(String($0, radix: 36))" }
        var random = SystemRandomNumberGenerator()
        let photos = (1...3_000).map { id in
            var photo = photo(id, "Photo")
            // Common words are common: as the square of chance.
            photo.description = (0..<50).map { _ in
                let chance = Double.random(in: 0..<1, using: &random)
                return words[Int(chance * chance * 4_000)]
            }.joined(separator: " ")
            return photo
        }
        _ = try await catalog.replaceListing(of: paris, with: page(photos))
        let before = try size(of: catalog, folder)
        try await catalog.indexTexts()
        let grown = try size(of: catalog, folder) - before
        #expect(grown > 0 && grown <= 350 * photos.count, "\(grown / photos.count) bytes a photo")
        catalog.close()
    }

    private func size(of catalog: Catalog, _ folder: TemporaryFolder) throws -> Int {
        try DatabaseQueue(path: folder.catalog).read { db in
            let pages = try Int.fetchOne(
                db, sql: "SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count")
            return try (pages ?? 0) * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }
}
