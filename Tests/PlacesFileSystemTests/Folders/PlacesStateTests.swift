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

    @Test func `added places and countries stay over every list`() {
        let state = state(top: [World.paris], added: [added("Annecy")], countries: ["Peru"])
        #expect(names(state) == ["Annecy", "Paris"])
        _ = state.replaceTop([World.nice], now: now)
        #expect(names(state) == ["Annecy", "Nice"])
        #expect(state.snapshot.index.country(named: "Peru")?.isAdded == true)
        state.remove(PlaceID("geoname:Annecy"), now: now)
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
