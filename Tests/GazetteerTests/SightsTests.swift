import Foundation
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Sights")
struct SightsTests {
    private static let gazetteer: Gazetteer? = try? Gazetteer.bundled()
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try #require(Self.gazetteer)
    }

    @Test(arguments: Sights.rows.map(\.typed).indices)
    func `a sight is found in the languages and spellings that people type`(index: Int) throws {
        let row = Sights.rows[index]
        let found = gazetteer.pinned(named: row.typed)
        guard !row.country.isEmpty else { return #expect(found == nil, "\(row.typed)") }
        let place = try #require(found, "\(row.typed)")
        let point = try #require(place.coordinate)
        #expect(place.country == row.country, "\(row.typed) is \(place.name)")
        let expected = try #require(Coordinate(latitude: row.latitude, longitude: row.longitude))
        // The middle of an island or range may be far from what stands for it.
        let isArea = gazetteer.area(of: place.id) != nil
        #expect(point.metres(to: expected) < (isArea ? 40000 : 15000), "\(row.typed) is at \(point)")
        #expect(isArea || !place.region.isEmpty, "\(row.typed) is \(place.name)")
    }

    @Test func `there are some thousands of them, each found by its name`() throws {
        let sights = try rows().filter { $0[5].hasPrefix("~") }
        #expect(sights.count >= 3000)
        #expect(Set(sights.map { $0[1] }).count >= 200, "of that many countries")
        let chosen = try chosenByHand()
        for sight in sights {
            let name = String(sight[0])
            // In its country a town comes before the sight that was chosen by hand.
            let found =
                chosen.contains(name)
                ? gazetteer.pinned(named: name) : gazetteer.place(named: name, in: String(sight[1]))
            // A volcano and its province have one name.
            let isArea = found.flatMap { gazetteer.area(of: $0.id) } != nil
            #expect(isArea || found?.id == PlaceID("spot:\(sight[5])"), "\(name), \(sight[1])")
        }
    }

    /// Only what was chosen by hand may be meant before a town that bears its name.
    @Test func `no sight takes the name of a town of note`() throws {
        let chosen = try chosenByHand()
        var taken: [String] = []
        for town in try rows() where (Int(town[6]) ?? 0) >= 100_000 {
            let name = String(town[0])
            guard let found = gazetteer.pinned(named: name), found.id.rawValue.hasPrefix("spot:~") else { continue }
            if !chosen.contains(found.name) { taken.append("\(name): \(found.name), \(found.country)") }
        }
        #expect(taken.isEmpty, "\(taken)")
    }

    @Test(arguments: [
        "Paris", "London", "Aurora", "Osorno", "Altamira", "Faro", "Villarrica", "Santo Domingo", "Maras",
    ])
    func `a town is meant, not a sight that is called like it`(name: String) throws {
        let found = try #require(gazetteer.pinned(named: name))
        #expect(found.id.rawValue.hasPrefix("geoname:"), "\(found)")
    }

    private func rows() throws -> [[Substring]] {
        try GazetteerTable(kind: "full", at: "\(ResourceDirectory.path(of: "Gazetteer"))/gazetteer-full.tsv").records()
    }

    private func chosenByHand() throws -> Set<String> {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../scripts/gazetteer/landmarks.txt").standardizedFileURL
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Set(lines.map { $0.split(separator: "|")[1].trimmingCharacters(in: .whitespaces) })
    }
}
