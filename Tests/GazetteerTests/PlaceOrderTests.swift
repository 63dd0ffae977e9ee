import Gazetteer
import PhotoTree
import Testing

@Suite("The order of places")
struct PlaceOrderTests {
    @Test func `countries and places are in alphabetical order, whatever their accents and case`() throws {
        let gazetteer = try Gazetteer.bundled()
        let names = ["Zermatt", "évora", "Faro", "Estoril", "Évora", "Evora", "Łódź", "Lodz", "Lagos", "東京"]
        let places = names.enumerated().map { number, name in
            Place(id: PlaceID("test:\(number)"), name: name, country: "Portugal", origin: .source)
        }
        let added = ["Zimbabwe", "Åland Islands", "Österreich", "Albania", "Afghanistan", "Oman", "Peru"]
        let index = PlaceIndex(places: places, addedCountries: added, gazetteer: gazetteer)
        #expect(
            index.countries.map(\.name) == [
                "Afghanistan", "Åland Islands", "Albania", "Oman", "Österreich", "Peru", "Portugal", "Zimbabwe",
            ])
        // Two of the names differ in case alone, so that they bear their numbers.
        #expect(
            index.country(named: "Portugal")?.places.map(\.name) == [
                "Estoril", "Evora", "évora (1)", "Évora (4)", "Faro", "Lagos", "Lodz", "Łódź", "Zermatt", "東京",
            ])
    }

    @Test func `the built-in list begins with A, accents or not`() throws {
        let gazetteer = try Gazetteer.bundled()
        let index = PlaceIndex(places: gazetteer.listed, addedCountries: [], gazetteer: gazetteer)
        let countries = index.countries.map(\.name)
        let aland = try #require(countries.firstIndex(of: "Åland Islands"))
        #expect(try aland < #require(countries.firstIndex(of: "Albania")))
        let portugal = try #require(index.country(named: "Portugal")).places.map(\.name)
        #expect(try #require(portugal.firstIndex(of: "Évora")) < #require(portugal.firstIndex(of: "Lisbon")))
    }
}
