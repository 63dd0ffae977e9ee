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
        "Georgia", "Washington", "Sydney", "Paris", "Hawaii", "Annecy",
    ])
    func `it makes the place that stands above it, and no other of that name`(_ name: String) throws {
        let gazetteer = try Gazetteer.bundled()
        let found = gazetteer.search(name, limit: 10)
        #expect(!found.isEmpty)
        for (rank, match) in found.enumerated() {
            let place = match.place
            let shown = FoundPlace(place, match.population, nil, of: gazetteer, in: Self.target)
            let folders = Self.folders(shown.command)
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
}
