import Fuzzing
import PhotoTree
import Testing

@Suite("PlaceNames")
struct PlaceNamesTests {
    private func place(_ id: String, _ name: String, _ region: String = "") -> Place {
        Place(id: PlaceID(id), name: name, region: region, country: "United States", origin: .gazetteer)
    }

    @Test
    func `a name that no other place has stands alone`() {
        let names = PlaceNames.assign([place("woe:1", "Paris", "Texas"), place("woe:2", "Rome", "Georgia")])
        #expect(names == [PlaceID("woe:1"): "Paris", PlaceID("woe:2"): "Rome"])
    }

    @Test
    func `places that share a name get their regions, then their identifiers`() {
        let names = PlaceNames.assign([
            place("geoname:1", "Springfield", "Illinois"), place("geoname:2", "springfield", "Missouri"),
            place("geoname:3", "Springfield"), place("geoname:4", "Salem", "Oregon"),
            place("geoname:5", "Salem", "Oregon"),
        ])
        #expect(names[PlaceID("geoname:1")] == "Springfield, Illinois")
        #expect(names[PlaceID("geoname:2")] == "springfield, Missouri")
        #expect(names[PlaceID("geoname:3")] == "Springfield")
        #expect(names[PlaceID("geoname:4")] == "Salem, Oregon (4)")
        #expect(names[PlaceID("geoname:5")] == "Salem, Oregon (5)")
    }

    @Test
    func `a place that is called like another with its region takes nothing from it`() {
        let names = PlaceNames.assign([
            place("a:1", "Salem", "Oregon"), place("a:2", "Salem", "Ohio"), place("a:3", "Salem, Oregon"),
        ])
        #expect(Set(names.values).count == 3 && names[PlaceID("a:3")] == "Salem, Oregon")
    }

    @Test
    func `names are unique and do not depend on the order`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let places = (0..<Int.random(in: 1...12, using: &random)).map { index in
                let region = ["", "Ohio", "ohio", OddTitles.random(&random)].randomElement(using: &random) ?? ""
                return place("geoname:\(index)", OddTitles.random(&random), region)
            }
            let names = PlaceNames.assign(places)
            #expect(Set(names.values.map { FileName.key($0) }).count == places.count)
            #expect(names.values.allSatisfy { !$0.isEmpty && $0.utf8.count <= 247 && !$0.contains("/") && $0 != ".." })
            #expect(PlaceNames.assign(places.shuffled(using: &random)) == names)
        }
    }
}
