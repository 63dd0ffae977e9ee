import Promises
import Testing

@testable import Gazetteer
@testable import PhotoTree

/// Places of a source that are the gazetteer's under another name.
@Suite("Twins of the gazetteer's places")
struct TwinPlacesTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer.bundled()
    }

    private func listed(
        _ name: String, in country: String, _ latitude: Double, _ longitude: Double, id: String = "woe:1"
    ) -> Place {
        Place(
            id: PlaceID(id), name: name, country: country,
            coordinate: Coordinate(latitude: latitude, longitude: longitude), origin: .source)
    }

    private func index(_ places: [Place]) -> PlaceIndex {
        PlaceIndex(places: places, addedCountries: [], gazetteer: gazetteer)
    }

    @Test(arguments: [
        ("New York", "New York City", "United States", 40.715, -74.007),
        ("New York City", "NYC", "United States", 40.715, -74.007),
        ("Köln", "Cologne", "Germany", 50.941, 6.958), ("Cologne", "Köln", "Deutschland", 50.941, 6.958),
        ("München", "Munich", "Germany", 48.137, 11.576), ("Munich", "Monaco di Baviera", "Germany", 48.137, 11.576),
        ("Sevilla", "Seville", "Spain", 37.389, -5.984), ("Wien", "Vienna", "Austria", 48.208, 16.372),
    ])
    func `a place is listed when it is under another of its names`(
        name: String, typed: String, country: String, latitude: Double, longitude: Double
    ) throws {
        let place = try #require(gazetteer.place(named: typed, in: country))
        let listed = listed(name, in: country, latitude, longitude)
        #expect(index([listed]).country(named: country)?.twin(of: place, in: gazetteer)?.place == listed)
    }

    @Test(arguments: [
        // Two towns of which the gazetteer has one point.
        ("Choshi", "Hasaki", "Japan", 35.7333, 140.8333), ("Munich", "Marienplatz", "Germany", 48.137, 11.576),
        ("Minneapolis", "Saint Paul", "United States", 44.98, -93.26),
        // Far from where that name is.
        ("New York", "New York City", "United States", 41.2, -75.2),
        ("Sevilla", "Seville", "Spain", 37.9, -5.3),
    ])
    func `another place near by is not listed, nor one of that name elsewhere`(
        name: String, typed: String, country: String, latitude: Double, longitude: Double
    ) throws {
        let place = try #require(gazetteer.place(named: typed, in: country))
        let listed = listed(name, in: country, latitude, longitude)
        #expect(index([listed]).country(named: country)?.twin(of: place, in: gazetteer) == nil)
    }

    @Test func `of two neighbours with one name neither is meant`() {
        // In Tennessee and in Virginia, a street apart.
        let bristols = gazetteer.places(named: "Bristol").filter { place in
            place.country == "United States" && ["Tennessee", "Virginia"].contains(place.region)
        }
        #expect(bristols.count == 2)
        let listed = listed("Bristol", in: "United States", 36.5958, -82.1886)
        #expect(bristols.allSatisfy { !gazetteer.knows(listed, as: $0) })
        var nowhere = listed
        nowhere.coordinate = nil
        #expect(bristols.allSatisfy { !gazetteer.knows(nowhere, as: $0) })
    }

    @Test(.proves("A country that was added, and that the source lists"))
    func `a country that was added is one with what the source calls it`() {
        let index = PlaceIndex(
            places: [
                listed("Munich", in: "Germany", 48.137, 11.576),
                listed("Paris", in: "France", 48.86, 2.35, id: "woe:2"),
            ],
            addedCountries: ["Deutschland"], gazetteer: gazetteer)
        #expect(index.countries.map(\.name) == ["Deutschland", "France"])
        #expect(index.country(named: "Deutschland")?.places.map(\.name) == ["Munich"])
    }

    @Test func `an added place that the source lists under another name is shown once, as added`() throws {
        var munich = try #require(gazetteer.place(named: "Munich", in: "Germany"))
        (munich.name, munich.origin) = ("München", .added)
        let source = [
            listed("Munich", in: "Germany", 48.137, 11.576),
            listed("Dachau", in: "Germany", 48.26, 11.434, id: "woe:2"),
        ]
        let germany = index(source + [munich]).country(named: "Germany")
        #expect(germany?.places.map(\.name) == ["Dachau", "München"])
        #expect(germany?.places.last?.place.origin == .added)
    }
}
