import PhotoTree
import Testing

@Suite struct PopularPlacesTests {
    private static func place(_ name: String) -> Place {
        Place(id: PlaceID(name), name: name, country: "X", origin: .gazetteer)
    }

    private static func popular(_ last: [String: Int], week: [String: Int]? = nil) -> PopularPlaces {
        func keyed(_ people: [String: Int]) -> [PlaceID: Int] {
            Dictionary(uniqueKeysWithValues: people.map { (PlaceID($0), $1) })
        }
        let names = Set(last.keys).union((week ?? [:]).keys)
        return PopularPlaces(
            told: Timestamp(1), last: keyed(last), week: keyed(week ?? last), places: names.map(place))
    }

    @Test func `two people make a place popular, and the most people the first`() {
        let popular = Self.popular(["A": 1, "B": 2, "C": 7, "D": 2])
        #expect(popular.ranked.map(\.name) == ["C", "B", "D"])
        #expect(popular.standings[PlaceID("C")].map { [$0.rank, $0.people] } == [1, 7])
        #expect(popular.standings[PlaceID("D")].map { [$0.rank, $0.people] } == [3, 2])
        #expect(popular.standings[PlaceID("A")] == nil && popular.ofWeek.map(\.name) == ["B", "C", "D"])
    }

    @Test func `with fewer than twenty places the week counts, with twenty the last list alone`() {
        let names = (1...20).map { "P\($0)" }
        let few = Dictionary(uniqueKeysWithValues: names.dropLast().map { ($0, 2) })
        let enough = Dictionary(uniqueKeysWithValues: names.map { ($0, 2) })
        let week = enough.merging(["Old": 9]) { $1 }
        let ofWeek = Self.popular(few, week: week)
        #expect(ofWeek.isOfWeek && ofWeek.ranked.first?.name == "Old" && ofWeek.ranked.count == 21)
        let ofLast = Self.popular(enough, week: week)
        #expect(!ofLast.isOfWeek && ofLast.ranked.count == 20 && ofLast.standings[PlaceID("Old")] == nil)
        #expect(ofLast.ofWeek.count == 21, "it is listed all the same")
    }

    @Test func `nothing told is nothing`() {
        let none = PopularPlaces()
        #expect(none.told == nil && none.ranked.isEmpty && none.ofWeek.isEmpty && !none.isOfWeek)
    }

    @Test func `a place has rank and people on the map, and the first comes first`() throws {
        let popular = Self.popular(["B": 2, "C": 7])
        let features = ["A", "B", "C"].map { name in
            PlaceFeature(
                title: name, subtitle: "", coordinate: nil, count: nil, href: name + "/",
                standing: popular.standings[PlaceID(name)])
        }
        let sorted = PlaceFeature.popularFirst(features)
        #expect(sorted.map(\.title) == ["C", "B", "A"])
        let map = String(decoding: GeoJSON.places(sorted, notice: ""), as: UTF8.self)
        #expect(map.contains(#""rank":1,"count_now":7"#) && map.contains("7 people now"))
        #expect(map.ranges(of: "count_now").count == 2)
        let listed = DirectoryXattrs.listed(
            title: "C", subtitle: nil, count: nil, total: nil, coordinate: nil,
            standing: popular.standings[PlaceID("C")])
        #expect(
            listed.dropFirst().map { "\($0.name)=\($0.value)" } == ["user.places.rank=1", "user.places.count_now=7"])
    }
}
