import Foundation
import GRDB
import PhotoTree
import Testing

@testable import Catalog

/// What a damaged catalog's successor knows.
@Suite struct SalvageTests {
    let folder: TemporaryFolder
    let clock = TestClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> Catalog {
        try await Catalog(at: folder.catalog, now: clock.reading)
    }

    private func fill() async throws -> (listing: Listing, last: NodeNumber) {
        let catalog = try await open()
        try await catalog.addCountry("Peru")
        try await catalog.add(Place(id: PlaceID("woe:1"), name: "Cusco", country: "Peru", origin: .gazetteer))
        try await catalog.replaceTopPlaces([
            Place(id: PlaceID("woe:2"), name: "Rio", country: "Brazil", origin: .source)
        ])
        let listing = try await catalog.replaceListing(of: paris, with: page(1...400)).new
        try await catalog.learn(KnownFile(length: 7, digest: nil), of: ImageKey(photo: PhotoID("1"), rendition: "b"))
        let last = try await catalog.newNumbers(1)[0]
        catalog.close()
        return (listing, last)
    }

    /// Overwrites the page where a table's tree begins, or one of its leaves.
    private func overwrite(_ table: String, leaf: Int? = nil) async throws {
        let database = try DatabaseQueue(path: folder.catalog)
        let page = try await database.read { db in
            guard let leaf else {
                return try Int64.fetchOne(
                    db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
            }
            return try Int64.fetchOne(
                db, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' LIMIT 1 OFFSET ?",
                arguments: [table, leaf])
        }
        try database.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.catalog))
        try file.seek(toOffset: UInt64(try #require(page) - 1) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
    }

    @Test func `damage met in use is an error, and the next opening saves the rest`() async throws {
        let (_, last) = try await fill()
        try await overwrite("entry")
        let catalog = try await open()
        #expect(catalog.recovered == nil)
        let error = await #expect(throws: CatalogError.self) { try await catalog.listing(of: paris) }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        catalog.close()
        let next = try await open()
        #expect(next.recovered?.contains("catalog.sqlite.damaged-1") == true)
        #expect(try await next.addedCountries() == ["Peru"])
        #expect(try await next.addedPlaces().map(\.name) == ["Cusco"])
        #expect(try await next.topPlaces()?.places.map(\.name) == ["Rio"])
        #expect(try await next.photo(PhotoID("400")) == photo(400, "Photo 400"))
        #expect(try await next.newNumbers(1)[0] == NodeNumber(last.rawValue + 1))
        #expect(try folder.names.filter { $0.contains("is-damaged") || $0.contains(".new") }.isEmpty)
    }

    @Test func `a list of places that was lost is asked for again`() async throws {
        _ = try await fill()
        try await overwrite("place")
        let catalog = try await open()
        #expect(catalog.recovered?.contains("catalog.sqlite.damaged-1") == true)
        #expect(try await catalog.topPlaces() == nil)
        #expect(try await catalog.addedPlaces().map(\.name) == ["Cusco"])
    }

    @Test(arguments: ["sentPhoto", "place"])
    func `what was sent last is asked for again where a part of it was lost`(table: String) async throws {
        _ = try await fill()
        let paris = Place(id: PlaceID("woe:3"), name: "Paris", country: "France", origin: .source)
        let filled = try await open()
        try await filled.store(sent: [PhotographedPlace(place: paris, people: ["a", "b"])])
        #expect(try await filled.popularPlaces().told == clock.now)
        filled.close()
        try await overwrite(table)
        let catalog = try await open()
        _ = try? await catalog.popularPlaces()
        catalog.close()
        let next = try await open()
        #expect(try await next.popularPlaces() == PopularPlaces())
    }

    @Test func `around a lost page the photos keep their numbers and names`() async throws {
        let (listing, _) = try await fill()
        try await overwrite("photo", leaf: 20)
        let catalog = try await open()
        await #expect(throws: CatalogError.self) { try await catalog.listing(of: paris) }
        catalog.close()
        let next = try await open()
        let saved = try #require(try await next.listing(of: paris)).entries
        #expect(saved.count > 300)
        #expect(saved.count < 400)
        #expect(Set(saved).isSubset(of: listing.entries))
        let healed = try await next.replaceListing(of: paris, with: page(1...400)).new
        #expect(healed.entries.count == 400)
    }

    @Test func `in a catalog without its sequence, numbers begin above all that are known`() async throws {
        let (listing, last) = try await fill()
        try await overwrite("state")
        let catalog = try await open()
        #expect(catalog.recovered != nil)
        #expect(try await catalog.listing(of: paris)?.entries == listing.entries)
        #expect(try await catalog.newNumbers(1)[0] > last)
    }

    @Test func `a replacement that was cut short between its renames is finished`() async throws {
        let (listing, _) = try await fill()
        try FileManager.default.moveItem(atPath: folder.catalog, toPath: folder.catalog + ".new")
        try Data(repeating: 1, count: 9_000).write(to: URL(fileURLWithPath: folder.catalog + "-wal"))
        let catalog = try await open()
        #expect(try await catalog.listing(of: paris) == listing)
    }

    @Test func `a replacement that was cut short while it was built is built again`() async throws {
        let (_, last) = try await fill()
        try await overwrite("state")
        try Data(repeating: 1, count: 9_000).write(to: URL(fileURLWithPath: folder.catalog + ".new"))
        let catalog = try await open()
        #expect(try await catalog.addedCountries() == ["Peru"])
        #expect(try await catalog.newNumbers(1)[0] > last)
    }
}
