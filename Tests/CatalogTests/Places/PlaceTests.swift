import Catalog
import PhotoTree
import Testing

@Suite struct PlaceTests {
    let annecy = Place(
        id: PlaceID("geoname:3037543"), name: "Annecy", region: "Auvergne-Rhône-Alpes", country: "France",
        coordinate: Coordinate(latitude: 45.9, longitude: 6.1167), sourceKeys: ["woeid": "579198", "x": ""],
        origin: .gazetteer)
    let rio = Place(id: PlaceID("woe:455825"), name: "Rio", country: "Brazil", origin: .source)

    @Test func `top places are unknown until the source answered, then kept in its order`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        #expect(try await catalog.topPlaces() == nil)
        try await catalog.replaceTopPlaces([rio, annecy, rio])
        let known = try #require(try await catalog.topPlaces())
        #expect(known.places == [rio, annecy])
        #expect(known.refreshed == clock.now)
    }

    @Test func `an empty answer is an answer`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        try await catalog.replaceTopPlaces([rio])
        clock.advance(days: 1)
        try await catalog.replaceTopPlaces([])
        let known = try #require(try await catalog.topPlaces())
        #expect(known.places.isEmpty)
        #expect(known.refreshed == clock.now)
    }

    @Test func `added places are kept apart from the top ones`() async throws {
        let catalog = try await Catalog.forTest()
        try await catalog.add(annecy)
        try await catalog.add(rio)
        try await catalog.add(annecy)
        try await catalog.replaceTopPlaces([])
        let added = try await catalog.addedPlaces()
        #expect(added.map(\.id) == [annecy.id, rio.id])
        #expect(added.allSatisfy { $0.origin == .added })
        #expect(added[0].sourceKeys == annecy.sourceKeys)
        #expect(added[0].coordinate == annecy.coordinate)
    }

    @Test func `a place removed and added again has a new number and no photos`() async throws {
        let catalog = try await Catalog.forTest()
        let key = DirectoryKey.place(annecy.id)
        try await catalog.add(annecy)
        let before = try await catalog.numbers(of: [key])
        _ = try await catalog.replaceListing(of: key, with: page(1...3))
        try await catalog.remove(annecy.id)
        #expect(try await catalog.addedPlaces().isEmpty)
        try await catalog.add(annecy)
        #expect(try await catalog.numbers(of: [key]) != before)
        #expect(try await catalog.listing(of: key) == nil)
    }

    @Test func `removing what was never added changes nothing`() async throws {
        let catalog = try await Catalog.forTest()
        try await catalog.remove(PlaceID("woe:1"))
        try await catalog.removeCountry("Atlantis")
        #expect(try await catalog.addedPlaces().isEmpty)
    }

    @Test func `added countries come in the order of their bytes, each once, and are retired when removed`()
        async throws
    {
        let catalog = try await Catalog.forTest()
        for name in ["Peru", "Chad", "Peru", "Österreich"] {
            try await catalog.addCountry(name)
        }
        let before = try await catalog.numbers(of: [.country("Peru")])
        #expect(try await catalog.addedCountries() == ["Chad", "Peru", "Österreich"])
        try await catalog.removeCountry("Peru")
        #expect(try await catalog.addedCountries() == ["Chad", "Österreich"])
        #expect(try await catalog.numbers(of: [.country("Peru")]) != before)
    }

    @Test func `a country that was kept in another normal form is removed by the one it is listed in`() async throws {
        let catalog = try await Catalog.forTest()
        let listed = "\u{D6}sterreich"
        let decomposed = "O\u{308}sterreich"
        for name in [decomposed, "Peru"] { try await catalog.addCountry(name) }
        let before = try await catalog.numbers(of: [.country(decomposed)])
        try await catalog.removeCountry(listed)
        #expect(try await catalog.addedCountries() == ["Peru"])
        #expect(try await catalog.numbers(of: [.country(decomposed)]) != before, "its directory went, too")
    }

    @Test func `every change by a user is noted by time, and nothing else is`() async throws {
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        try await catalog.replaceTopPlaces([rio])
        try await catalog.remove(rio.id)
        try await catalog.removeCountry("Peru")
        #expect(try await catalog.changedPlaces() == (nil, [:]))
        let began = clock.now
        try await catalog.addCountry("Peru")
        try await catalog.noteChanges([.country("Chad"): began, .country(""): began, .pins: began])
        #expect(try await catalog.changedPlaces() == (began, ["Peru": began, "Chad": began, "": began]))
        clock.advance(seconds: 10)
        try await catalog.addCountry("Peru")
        #expect(try await catalog.changedPlaces().list == began)
        try await catalog.add(annecy)
        #expect(try await catalog.changedPlaces().countries["France"] == clock.now)
        clock.advance(seconds: 10)
        try await catalog.remove(annecy.id)
        #expect(try await catalog.changedPlaces().countries["France"] == clock.now)
        #expect(try await catalog.changedPlaces().list == began)
        try await catalog.removeCountry("Peru")
        #expect(try await catalog.changedPlaces().list == clock.now)
    }
}
