import Promises
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Who is meant by a name")
struct MeantNamesTests {
    private static let gazetteer: Gazetteer? = try? Gazetteer.bundled()
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try #require(Self.gazetteer)
    }

    @Test(.proves("A place's own name, with or without its accents"))
    func `three hundred names of tourists lead where they mean, and none elsewhere`() throws {
        #expect(MeantNames.rows.count >= 300)
        for row in MeantNames.rows { try expect(row) }
    }

    @Test
    func `what twenty languages call the best known sights leads there, and nowhere else`() throws {
        let rows = MeantNames.rows(of: MeantNames.abroad)
        #expect(rows.count >= 500)
        for row in rows { try expect(row) }
    }

    private func expect(_ row: MeantNames.Row) throws {
        let parts = row.typed.split(separator: "/").map(String.init)
        let found =
            parts.count == 2 ? gazetteer.place(named: parts[1], in: parts[0]) : gazetteer.pinned(named: row.typed)
        guard let point = found?.coordinate else {
            Issue.record("nothing is found for \(row.typed)")
            return
        }
        let meant = try #require(Coordinate(latitude: row.latitude, longitude: row.longitude))
        #expect(
            point.metres(to: meant) <= row.kilometres * 1000,
            "\(row.typed) is \(found?.name ?? ""), \(found?.country ?? "")")
    }

    @Test(arguments: MeantNames.refused.indices)
    func `a name that means nothing is refused with what is near, or with nothing`(index: Int) {
        let row = MeantNames.refused[index]
        let sought: UnknownName.Sought =
            switch row.country {
            case "": .country
            case "pins": .pin
            case "search": .search
            default: .place(of: row.country)
            }
        switch sought {
        case .country: #expect(gazetteer.country(named: row.name) == nil, "\(row.name)")
        case .place(let country): #expect(gazetteer.place(named: row.name, in: country) == nil, "\(row.name)")
        case .pin, .search: #expect(gazetteer.pinned(named: row.name) == nil, "\(row.name)")
        }
        let sentence = UnknownName(row.name, ofA: sought, gazetteer).sentence
        #expect(sentence.contains(row.advice), "\(sentence)")
        // Where nothing is near, nothing is told.
        if row.advice == "placesfs places" { #expect(!sentence.contains("nearest"), "\(sentence)") }
    }

    @Test func `a name that is a region in many countries means none of them`() {
        for name in ["Central", "Northern", "Western", "Eastern"] {
            #expect(gazetteer.pinned(named: name)?.id.rawValue.hasPrefix("area:") != true, "\(name)")
        }
        #expect(gazetteer.pinned(named: "Central")?.region == "Louisiana")
    }

    /// A city of more than 200,000 people goes before every area of its name, but for a country.
    @Test func `no area takes the name of a large city`() throws {
        let table = try GazetteerTable(
            kind: "full", at: "\(ResourceDirectory.path(of: "Gazetteer"))/gazetteer-full.tsv")
        for fields in table.records() where Int(fields[6]) ?? 0 > 200_000 {
            let found = gazetteer.pinned(named: String(fields[0]))
            let area = found.flatMap { gazetteer.area(of: $0.id) }
            #expect(
                found != nil && (area == nil || area?.kind == .country), "\(fields[0]) is \(String(describing: found))")
        }
    }
}
