import Gazetteer
import PhotoTree
import Testing

@testable import placesfs

/// The line that `placesfs places` prints under a place.
@Suite struct FoundPlaceTests {
    private static let target = TypedFolder(mountpoint: "/m") { !$0.contains("/") }

    /// The folders of a line, without the quotes of a shell.
    private static func folders(_ command: String) -> [String] {
        let word = command.dropFirst("mkdir ".count).replacing("'\\''", with: "\u{1}").replacing("'", with: "")
        return word.replacing("\u{1}", with: "'").split(separator: "/").map(String.init)
    }

    @Test(arguments: [
        "Zürich", "Zürich (Kreis", "New York", "Luxembourg", "Québec", "Salzburg", "Geneva", "Buenos Aires", "Victoria",
        "Georgia", "Washington", "Sydney", "Paris", "Hawaii", "Annecy", "Santorini",
    ])
    func `it makes the place that stands above it, and no other of that name`(_ name: String) throws {
        let gazetteer = try Gazetteer.bundled()
        let found = gazetteer.search(name, limit: 10)
        #expect(!found.isEmpty)
        for (rank, match) in found.enumerated() {
            let place = match.place
            let shown = FoundPlace(place, match.population, nil, of: gazetteer, in: Self.target)
            if shown.country == nil {
                #expect(rank == 0 && shown.command == "ls '/m/places/\(place.name)'", "\(shown.command)")
                continue
            }
            let folders = Self.folders(shown.command)
            if folders[1] == "pins", gazetteer.pinned(named: folders[2])?.id == place.id { continue }
            guard folders[1] == "places" else {
                #expect(
                    rank > 0 && folders == ["m", "pins", "\(shown.latitude),\(shown.longitude)"], "\(shown.command)")
                continue
            }
            guard folders.count == 4 else {
                Issue.record("\(shown.command)")
                continue
            }
            #expect(gazetteer.place(named: folders[3], in: folders[2])?.id == place.id, "\(shown.command)")
        }
    }

    @Test(arguments: [
        ("Iceland", "Iceland"), ("臺灣", "Taiwan"), ("Bosna", "Bosnia and Herzegovina"), ("Nga", "Russia"),
        ("Áo", "Austria"), ("Bỉ", "Belgium"), ("Deutschland", "Germany"),
    ])
    func `a country is found by its names, and nothing that is spelt nearly so`(name: String, country: String) throws {
        let gazetteer = try Gazetteer.bundled()
        let found = gazetteer.search(name, limit: 10)
        let first = try #require(found.first)
        let shown = FoundPlace(first.place, first.population, nil, of: gazetteer, in: Self.target)
        #expect(shown.name == country && shown.text.hasSuffix("\n    ls '/m/places/\(country)'"))
        #expect(found.allSatisfy { $0.edits == 0 })
    }

    @Test(arguments: [("Icelnd", "Iceland"), ("Swizerland", "Switzerland"), ("Deutschlnd", "Germany")])
    func `a misspelled country stands before places that are no nearer`(name: String, country: String) throws {
        let gazetteer = try Gazetteer.bundled()
        #expect(gazetteer.search(name, limit: 10).first?.place.name == country)
    }

    @Test(arguments: ["Σαντορίνη", "Yellowstone", "Lake Garda"])
    func `of an area that was chosen by hand no number of people is told`(name: String) throws {
        let gazetteer = try Gazetteer.bundled()
        let first = try #require(gazetteer.search(name, limit: 1).first)
        let shown = FoundPlace(first.place, first.population, nil, of: gazetteer, in: Self.target)
        #expect(!shown.text.contains("people"), "\(shown.text)")
    }

    @Test func `an island that a town of its name goes before is a pin by its name`() throws {
        let gazetteer = try Gazetteer.bundled()
        let first = try #require(gazetteer.search("Σαντορίνη", limit: 1).first)
        let shown = FoundPlace(first.place, first.population, nil, of: gazetteer, in: Self.target)
        #expect(shown.command == "mkdir '/m/pins/Santorini'")
    }
}
