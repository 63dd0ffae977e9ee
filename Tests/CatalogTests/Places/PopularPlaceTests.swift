import GRDB
import PhotoTree
import Testing

@testable import Catalog

@Suite struct PopularPlaceTests {
    let clock = TestClock()

    private func sent(_ people: [String: Set<String>]) -> [PhotographedPlace] {
        people.map { name, people in
            PhotographedPlace(
                place: Place(
                    id: PlaceID("geoname:\(name)"), name: name, region: "R", country: "France",
                    coordinate: coordinate(48, 2), origin: .gazetteer),
                people: people)
        }
    }

    private func people(_ popular: PopularPlaces) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: popular.ranked.map { ($0.name, popular.standings[$0.id]?.people ?? 0) })
    }

    @Test func `what was sent last is kept with its places`() async throws {
        let catalog = try await Catalog.forTest(clock)
        #expect(try await catalog.popularPlaces() == PopularPlaces())
        try await catalog.store(sent: sent(["Paris": ["a", "b", "c"], "Dinan": ["a", "d"], "Nice": ["e"]]))
        let popular = try await catalog.popularPlaces()
        #expect(people(popular) == ["Paris": 3, "Dinan": 2] && popular.told == clock.now && !popular.isOfWeek)
        #expect(popular.ranked == sent(["Paris": [], "Dinan": []]).map(\.place).sorted { $0.name > $1.name })
    }

    @Test func `seven days count together, the same person once, and the eighth day is forgotten`() async throws {
        let catalog = try await Catalog.forTest(clock)
        try await catalog.store(sent: sent(["Paris": ["a"], "Nice": ["x", "y"]]))
        #expect(people(try await catalog.popularPlaces()) == ["Nice": 2])
        clock.advance(days: 3)
        try await catalog.store(sent: sent(["Paris": ["a", "b"]]))
        #expect(people(try await catalog.popularPlaces()) == ["Nice": 2, "Paris": 2])
        #expect(try await catalog.popularPlaces().isOfWeek)
        clock.advance(days: 4)
        #expect(people(try await catalog.popularPlaces()) == ["Paris": 2], "the first list is seven days old")
        try await catalog.store(sent: [])
        #expect(people(try await catalog.popularPlaces()) == ["Paris": 2])
        clock.advance(days: 7)
        #expect(try await catalog.popularPlaces() == PopularPlaces())
        try await catalog.store(sent: [])
        for (table, rows) in [("sentPhoto", 0), ("place", 0), ("sentList", 1)] {
            let count = try await catalog.read { db in try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") }
            #expect(count == rows, "\(table)")
        }
    }

    @Test func `a list from before the clock was set back does not count, and makes room for the next`() async throws {
        let catalog = try await Catalog.forTest(clock)
        try await catalog.store(sent: sent(["Paris": ["a", "b"]]))
        clock.advance(days: -2)
        #expect(try await catalog.popularPlaces() == PopularPlaces())
        try await catalog.store(sent: sent(["Nice": ["a", "b"]]))
        #expect(people(try await catalog.popularPlaces()) == ["Nice": 2])
        try await catalog.store(sent: sent(["Dinan": ["a", "b"]]))
        #expect(people(try await catalog.popularPlaces()) == ["Dinan": 2], "another list of the same second")
    }

    @Test func `a command reads it beside the daemon, and over a remount it is the same`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Catalog(at: folder.catalog, firstTopics: [], now: clock.reading)
        try await first.store(sent: sent(["Paris": ["a", "b"]]))
        let popular = try await first.popularPlaces()
        #expect(try await StoredPlaces.popular(at: folder.catalog, now: clock.now) == popular)
        first.close()
        let second = try await Catalog(at: folder.catalog, firstTopics: [], now: clock.reading)
        #expect(try await second.popularPlaces() == popular && !popular.ranked.isEmpty)
        second.close()
    }
}
