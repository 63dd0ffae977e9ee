import Foundation
import GRDB
import PhotoTree
import Synchronization
import Testing

@testable import Catalog

/// Full-text search of what is known here.
@Suite("Known photos") struct KnownPhotosTests {
    private let clock = TestClock()

    private func found(_ query: String, in catalog: Catalog) async throws -> [String] {
        let search = try SearchName.query(query, now: clock.now) { _ in false }
        return try await catalog.knownPhotos(search, near: nil, limit: 100).photos.map(\.id.rawValue)
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

    @Test func `nothing is known where nothing was mounted yet`() async throws {
        let folder = try TemporaryFolder()
        let search = try SearchName.query("known, boat", now: clock.now) { _ in false }
        let found = try await StoredPhotos.known(
            search, near: nil, license: .any, limit: 1, at: folder.catalog, now: clock.now)
        #expect(found.isEmpty && !FileManager.default.fileExists(atPath: folder.catalog))
    }

    @Test func `the index takes at most 350 bytes a photo of 56 words`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let words = (0..<4_000).map { "word\(String($0, radix: 36))" }
        var random = SystemRandomNumberGenerator()
        let photos = (1...3_000).map { id in
            var photo = photo(id, "Photo")
            // Of a year.
            photo.uploaded = Timestamp(1_500_000_000 + Int64(id) * 10_000)
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

    @Test func `the documents of the index are not counted at each batch of photos`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let counts = Mutex(0)
        try await catalog.write { db in
            db.trace { event in if "\(event)".contains("COUNT(photo)") { counts.withLock { $0 += 1 } } }
        }
        for part in 0..<5 {
            let photos = (1...1200).map { photo(part * 1200 + $0, "Boat") }
            _ = try await catalog.replaceListing(of: .place(PlaceID("woe:\(part)")), with: page(photos))
            try await catalog.indexTexts()
        }
        #expect(counts.withLock { $0 } == 1)
    }

    @Test func `an index in which most documents are no photo's is made anew`() async throws {
        let folder = try TemporaryFolder()
        var catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        func list(_ title: String) async throws -> Int? {
            _ = try await catalog.replaceListing(of: paris, with: page((1...100).map { photo($0, title) }))
            try await catalog.indexTexts()
            return try await catalog.read { db in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM textDocument WHERE photo IS NULL")
            }
        }
        #expect(try await list("Boat") == 0)
        // As after years: there may be a hundred and ten more.
        try await catalog.write { db in
            for number in 1...9_990 {
                try db.execute(
                    sql: "INSERT INTO textDocument (document, digest) VALUES (?, 0)", arguments: [number])
            }
        }
        catalog.close()
        catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await list("Ship") == 10_090)
        #expect(try await list("Raft") == 0)
        #expect(try await found("known, raft", in: catalog).count == 100)
        #expect(try await list("Boat") == 100)
        catalog.close()
    }

    @Test func `the newest come first, whatever was listed first, and a box and a date bound them`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let photos = (1...300).map { id in
            var photo = photo(id, id % 3 == 0 ? "Red boat" : "Boat")
            photo.uploaded = Timestamp(1_500_000_000 + Int64(id * 7919 % 300) * (id % 2 == 0 ? 60 : 100_000))
            photo.taken = photo.uploaded
            photo.coordinate = Coordinate(latitude: 48.8 + Double(id) / 1000, longitude: -0.005 - Double(id) / 1000)
            return photo
        }
        _ = try await catalog.replaceListing(of: paris, with: page(photos))
        func newest(_ photos: [Photo], _ count: Int) -> [PhotoID] {
            let sorted = photos.enumerated().sorted {
                ($0.element.uploaded?.rawValue ?? 0, $0.offset) > ($1.element.uploaded?.rawValue ?? 0, $1.offset)
            }
            return sorted.prefix(count).map(\.element.id)
        }
        for text in ["known, boat", "known, red boat", "known, boat, 2017-", "known, 2017-"] {
            let search = try SearchName.query(text, now: clock.now) { _ in false }
            let all = photos.filter { search.finds($0) && search.admits($0) }
            for limit in [1, 7, 299, 1000] {
                let found = try await catalog.knownPhotos(search, near: nil, limit: limit)
                #expect(found.photos.map(\.id) == newest(all, limit), "\(text), \(limit)")
            }
            let middle = try #require(Coordinate(latitude: 48.9, longitude: -0.105))
            for radius in [50, 900, 9_000] {
                let place = SearchPlace.circle(middle, radiusInMetres: radius)
                let found = try await catalog.knownPhotos(search, near: place, limit: 1000)
                #expect(found.photos.map(\.id) == newest(all.filter(place.holds), 1000), "\(text), \(radius) m")
            }
        }
    }

    /// More than are held at a time while they are chosen.
    @Test func `the nearest come first of thousands, and each lot draws its own`() async throws {
        let catalog = try await Catalog.forTest(clock)
        let photos = (1...5_000).map { id in
            var photo = photo(id, "Boat")
            photo.uploaded = Timestamp(1_500_000_000 + Int64(id))
            // In no order.
            photo.coordinate = Coordinate(latitude: 48 + Double(id * 3_001 % 5_000) / 10_000, longitude: 2)
            return photo
        }
        for part in 0..<10 {
            let listed = DirectoryKey.place(PlaceID("woe:\(900 + part)"))
            _ = try await catalog.replaceListing(of: listed, with: page(Array(photos[part * 500..<part * 500 + 500])))
        }
        try await catalog.indexTexts()
        let middle = try #require(Coordinate(latitude: 48, longitude: 2))
        let place = SearchPlace.circle(middle, radiusInMetres: 100_000)
        var search = try SearchName.query("known, boat", now: clock.now) { _ in false }
        search.order = .nearest
        let nearest = try await catalog.knownPhotos(search, near: place, limit: 20)
        #expect(nearest.photos.map(\.id) == place.nearestFirst(photos).prefix(20).map(\.id))
        #expect(nearest.total == 5_000)
        search.order = .random
        var draws: [Set<PhotoID>] = []
        for lot in [1, 2, 3, 1] {
            draws.append(Set(try await catalog.knownPhotos(search, near: nil, limit: 50, lot: lot).photos.map(\.id)))
        }
        #expect(draws.allSatisfy { $0.count == 50 } && draws[0] == draws[3])
        // Of 5,000, half a photo of fifty is drawn again.
        #expect(draws[0].intersection(draws[1]).count < 10 && draws[1].intersection(draws[2]).count < 10)
        let latest = Set(photos.suffix(500).map(\.id))
        #expect(draws[0].intersection(latest).count < 25, "from all of them")
    }

    @Test(.timeLimit(.minutes(2)))
    func `a search that meets more words than it can index says so, and all are indexed behind it`() async throws {
        let catalog = try await Catalog.forTest(clock)
        _ = try await catalog.replaceListing(of: paris, with: page(1...2_600))
        func due() async throws -> Int? {
            try await catalog.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM textDue") }
        }
        let indexing = Task {
            for await _ in catalog.unindexedTexts {
                try await catalog.indexTexts()
                return
            }
        }
        #expect(try await found("known, sunset", in: catalog).count == 100)
        try await indexing.value
        #expect(try await due() == 0)
    }

    private func size(of catalog: Catalog, _ folder: TemporaryFolder) throws -> Int {
        try DatabaseQueue(path: folder.catalog).read { db in
            let pages = try Int.fetchOne(
                db, sql: "SELECT page_count - freelist_count FROM pragma_page_count, pragma_freelist_count")
            return try (pages ?? 0) * (Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
        }
    }
}
