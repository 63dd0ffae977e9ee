import Catalog
import PhotoTree
import Testing

@Suite struct LandmarkTests {
    let clock = TestClock()

    @Test func `what the source said of a landmark is kept for ever, the last word counts`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await catalog.landmark(named: "tower") == nil)
        let first = Landmark(title: "Tower 塔", coordinate: try #require(Coordinate(latitude: -90, longitude: 180)))
        try await catalog.store(first, named: "tower")
        #expect(try await catalog.landmark(named: "tower") == first)
        let second = Landmark(title: "T", coordinate: try #require(Coordinate(latitude: 1.5, longitude: 2)))
        try await catalog.store(second, named: "tower")
        catalog.close()
        let again = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await again.landmark(named: "tower") == second)
        #expect(try await again.landmark(named: "Tower") == nil, "names are folded by who asks")
    }

    @Test func `the link to a directory has one number for ever`() async throws {
        let folder = try TemporaryFolder()
        let catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        let number = try await catalog.number(ofLinkTo: .country("France"))
        #expect(try await catalog.number(ofLinkTo: .country("France")) == number)
        #expect(try await catalog.number(ofLinkTo: .country("Spain")) != number)
        catalog.close()
        let again = try await Catalog(at: folder.catalog, now: clock.reading)
        #expect(try await again.number(ofLinkTo: .country("France")) == number)
        #expect(try await again.newNumbers(1)[0].rawValue > number.rawValue)
    }
}
