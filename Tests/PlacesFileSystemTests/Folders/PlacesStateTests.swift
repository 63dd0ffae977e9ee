import Gazetteer
import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite("PlacesState")
struct PlacesStateTests {
    private let gazetteer: Gazetteer
    private let now = Timestamp(1000)

    init() throws {
        gazetteer = try Gazetteer.bundled()
    }

    private func state(top: [Place]?, added: [Place] = [], countries: [String] = []) -> PlacesState {
        PlacesState(
            gazetteer: gazetteer, top: top.map { ($0, Timestamp(500)) }, added: added, addedCountries: countries,
            now: now)
    }

    private func added(_ name: String, at coordinate: Coordinate? = nil) -> Place {
        Place(
            id: PlaceID("geoname:\(name)"), name: name, region: "Haute-Savoie", country: "France",
            coordinate: coordinate, origin: .added)
    }

    private func names(_ state: PlacesState, _ country: String = "France") -> [String] {
        state.snapshot.index.country(named: country)?.places.map(\.name) ?? []
    }

    @Test func `before the source has ever answered the gazetteer stands in, as a guess`() {
        let state = state(top: nil)
        #expect(state.snapshot.isProvisional && state.snapshot.isGazetteer && state.snapshot.refreshed == nil)
        #expect(state.snapshot.index.countries.count > 190)
        #expect(state.replaceTop([World.paris], now: Timestamp(2000)) != nil)
        #expect(!state.snapshot.isProvisional && !state.snapshot.isGazetteer)
        #expect(state.snapshot.index.countries.map(\.name) == ["France"])
        #expect(state.snapshot.changed == Timestamp(2000) && state.snapshot.refreshed == Timestamp(2000))
    }

    @Test func `an empty list means the gazetteer, for good`() {
        let state = state(top: nil)
        #expect(state.replaceTop([], now: now) != nil)
        #expect(!state.snapshot.isProvisional && state.snapshot.isGazetteer)
        let version = state.snapshot.version
        #expect(state.replaceTop([], now: Timestamp(9000)) == nil)
        #expect(state.snapshot.version == version && state.snapshot.refreshed == Timestamp(9000))
    }

    @Test func `the same list of places changes nothing`() {
        let state = state(top: [World.paris])
        #expect(state.replaceTop([World.paris], now: Timestamp(9000)) == nil)
        #expect(state.snapshot.changed == Timestamp(500) && state.snapshot.refreshed == Timestamp(9000))
    }

    private func popular(_ people: [Place: Int]) -> PopularPlaces {
        let counts = Dictionary(uniqueKeysWithValues: people.map { ($0.key.id, $0.value) })
        return PopularPlaces(told: now, last: counts, week: counts, places: Array(people.keys))
    }

    private func known(_ name: String, _ country: String) throws -> Place {
        try #require(gazetteer.place(named: name, in: country))
    }

    @Test func `where people photograph now is listed and ranked beside the built-in list`() throws {
        let state = state(top: [])
        let (paris, dinan) = try (known("Paris", "France"), known("Dinan", "France"))
        #expect(!names(state).contains("Dinan"))
        let popular = popular([paris: 5, dinan: 2])
        let change = try #require(state.replacePopular(popular, now: Timestamp(2000)))
        #expect(change.old.entry(of: dinan.id) == nil && change.new.entry(of: dinan.id)?.entry.name == "Dinan")
        #expect(state.snapshot.popular.standings[paris.id]?.rank == 1)
        #expect(state.snapshot.changed(country: "France") == Timestamp(2000))
        #expect(state.replacePopular(popular, now: Timestamp(3000)) == nil, "the same changes nothing")
        #expect(state.replacePopular(PopularPlaces(), now: Timestamp(4000)) != nil)
        #expect(!names(state).contains("Dinan") && state.snapshot.popular.standings.isEmpty)
    }

    @Test func `a place that comes and goes gives no other folder another name`() throws {
        let state = state(top: [])
        let listed = try #require(gazetteer.index.country(named: "United States")?.place(named: "Charleston"))
        let other = try #require(
            gazetteer.places(named: "Charleston").first {
                $0.country == "United States" && $0.id != listed.place.id && !$0.region.isEmpty
            })
        _ = state.replacePopular(popular([other: 2]), now: now)
        let shown = names(state, "United States").filter { $0.hasPrefix("Charleston") }
        #expect(shown == ["Charleston", "Charleston, \(other.region)"])
    }

    @Test func `beside a list of the source's own nobody is ranked`() throws {
        let popular = try popular([known("Dinan", "France"): 2])
        let state = PlacesState(
            gazetteer: gazetteer, top: ([World.paris], now), added: [], addedCountries: [], popular: popular, now: now)
        #expect(state.snapshot.popular == PopularPlaces() && names(state) == ["Paris"])
        #expect(state.replacePopular(popular, now: now) == nil)
        _ = state.replaceTop([], now: now)
        #expect(state.snapshot.popular == popular && names(state).contains("Dinan"))
        _ = state.replaceTop([World.paris], now: now)
        #expect(state.snapshot.popular == PopularPlaces() && names(state) == ["Paris"])
    }

    @Test func `added places and countries stay over every list`() {
        let state = state(top: [World.paris], added: [added("Annecy")], countries: ["Peru"])
        #expect(names(state) == ["Annecy", "Paris"])
        _ = state.replaceTop([World.nice], now: now)
        #expect(names(state) == ["Annecy", "Nice"])
        #expect(state.snapshot.index.country(named: "Peru")?.isAdded == true)
        _ = state.remove(PlaceID("geoname:Annecy"), now: now)
        state.removeCountry("Peru", now: now)
        #expect(names(state) == ["Nice"] && state.snapshot.index.country(named: "Peru") == nil)
    }

    @Test func `a country's time is when its own places changed, the list's when countries did`() {
        let state = state(top: [World.paris], countries: ["Peru"])
        state.add(added("Annecy"), now: Timestamp(2000))
        #expect(state.snapshot.changed(country: "France") == Timestamp(2000))
        #expect(state.snapshot.changed(country: "Peru") == Timestamp(500) && state.snapshot.changed == Timestamp(500))
        state.addCountry("Chad", now: Timestamp(3000))
        #expect(state.snapshot.changed(country: "Chad") == Timestamp(3000) && state.snapshot.changed == Timestamp(3000))
        #expect(state.snapshot.changed(country: "France") == Timestamp(2000))
    }

    @Test func `an added place keeps its name, whatever the source lists`() throws {
        let spot = try #require(Coordinate(latitude: 45.9, longitude: 6.12))
        let state = state(top: [World.paris], added: [added("Annecy", at: spot)])
        let near = Coordinate(latitude: 45.91, longitude: 6.13)
        let far = Coordinate(latitude: 48, longitude: -3)
        let list = [near, far].enumerated().map { number, coordinate in
            Place(
                id: PlaceID("woe:9\(number)"), name: "Annecy", region: "Region \(number)", country: "France",
                coordinate: coordinate, origin: .source)
        }
        _ = state.replaceTop(list, now: now)
        // The near one is the same place, the far one a namesake.
        #expect(names(state) == ["Annecy", "Annecy, Region 1"])
        #expect(state.snapshot.index.country(named: "France")?.place(named: "Annecy")?.place.origin == .added)
    }
}
