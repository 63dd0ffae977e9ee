import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite struct PhotographedPlacesTests {
    private func sent(_ person: String, _ latitude: Double, _ longitude: Double) throws -> SentPhoto {
        SentPhoto(person: person, coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test func `people count where they photographed, each once, and nobody at sea`() throws {
        let photos = try [
            sent("a", 48.8584, 2.2945), sent("b", 48.86, 2.34), sent("a", 48.86, 2.33), sent("", 48.86, 2.33),
            sent("c", 48.4555, -2.0505),
            // In the Atlantic, in an Australian desert, on Greenland's ice.
            sent("d", 0, -30), sent("e", -25, 122.5), sent("f", 72, -40),
        ]
        let places = try PlaceFinder(Gazetteer.bundled()).places(of: photos)
        let people = Dictionary(uniqueKeysWithValues: places.map { ($0.place.name, $0.people) })
        #expect(people == ["Paris": ["a", "b"], "Dinan": ["c"]])
        #expect(places.first { $0.place.name == "Paris" }?.place.id == PlaceID("geoname:2988507"))
    }

    @Test func `a name without end is cut where it enters`() throws {
        let long = SentPhoto(
            person: String(repeating: "ä", count: 9_000),
            coordinate: try #require(Coordinate(latitude: 0, longitude: 0)))
        #expect(long.person.utf8.count <= 256)
    }
}
