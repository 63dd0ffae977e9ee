import Foundation
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Gazetteer")
struct GazetteerTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer.bundled()
    }

    @Test
    func `Annecy is in France`() throws {
        let annecy = try #require(gazetteer.place(named: "Annecy", in: "France"))
        #expect(annecy.id == PlaceID("geoname:3037543"))
        #expect(annecy.name == "Annecy" && annecy.country == "France" && annecy.region == "Auvergne-Rhône-Alpes")
        #expect(annecy.origin == .gazetteer)
        let coordinate = try #require(annecy.coordinate)
        #expect(abs(coordinate.latitude - 45.91) < 0.02 && abs(coordinate.longitude - 6.13) < 0.02)
    }

    @Test(arguments: [
        ("Atlantis", "France"), ("Annecy", "Atlantis"), ("Annecy", "Germany"), ("", "France"), ("Annecy", ""),
        ("Anneci", "France"), ("Annec", "France"), ("\u{0}", "France"), ("#end", "France"),
        ("zzzz", "France"), ("\u{10FFFF}", "France"), ("Annecy, Bavaria", "France"), (", ", "France"),
    ])
    func `what is no name of a place there finds nothing`(name: String, country: String) {
        #expect(gazetteer.place(named: name, in: country) == nil)
    }

    @Test(arguments: [
        ("ANNECY", "france"), ("Étretat", "France"), ("E\u{301}tretat", "FRANCE"), ("étretat", "France"),
        ("İzmir", "Turkey"), ("Łódź", "Poland"), ("Cologne", "Germany"), ("Köln", "Germany"), ("KÖLN", "Germany"),
        ("New York", "United States"), ("New York City", "United States"), ("Xi'an", "China"),
        ("'s-Gravenland", "Nowhere"),
    ])
    func `a name is found whatever its case and composition`(name: String, country: String) {
        #expect((gazetteer.place(named: name, in: country) != nil) == (country != "Nowhere"))
    }

    @Test
    func `each listed place has the other names of its own line, and no other place has any`() throws {
        let lines = gazetteer.writtenNames.records()
        #expect(lines.count > 800)
        for fields in lines {
            let names = fields[1].utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
            #expect(gazetteer.otherNames(of: Gazetteer.id(fields[0])) == names, "\(fields[0])")
        }
        #expect(gazetteer.otherNames(of: PlaceID("geoname:2988507")).contains("パリ"))
        for id in ["geoname:1", "geoname:999999999999", "spot:", "geoname:29885", "spot:#end", "6295630", ""] {
            #expect(gazetteer.otherNames(of: PlaceID(id)) == [], "\(id)")
        }
    }

    @Test
    func `of one name in a country the most populous is meant, and a region finds the others`() throws {
        let plain = try #require(gazetteer.place(named: "Springfield", in: "United States"))
        #expect(plain.region == "Missouri")
        let illinois = try #require(gazetteer.place(named: "Springfield, Illinois", in: "United States"))
        #expect(illinois.region == "Illinois" && illinois.id != plain.id)
        #expect(gazetteer.place(named: "springfield,illinois", in: "united states")?.id == illinois.id)
        let all = gazetteer.places(named: "Springfield")
        #expect(all.count >= 10 && all.first?.id == plain.id)
        #expect(Set(all.map(\.id)).count == all.count)
    }

    @Test(arguments: [
        ("Belem", "Brazil", "Belém", "Pará"), ("BELEM", "Brazil", "Belém", "Pará"),
        ("Saint Louis", "United States", "St. Louis", "Missouri"), ("Munster", "Germany", "Münster", ""),
        // Where the town is not so much smaller it is what it is called.
        ("Quezon", "Philippines", "Quezon", ""),
    ])
    func `a city is meant before a town that is called so without accents and signs`(
        typed: String, country: String, name: String, region: String
    ) throws {
        let found = try #require(gazetteer.place(named: typed, in: country))
        #expect(found.name == name && (region.isEmpty || found.region == region), "\(found)")
    }

    @Test
    func `a town that a city is meant before is found by its region`() throws {
        let michigan = try #require(gazetteer.place(named: "Saint Louis, Michigan", in: "United States"))
        #expect(michigan.name == "Saint Louis" && michigan.region == "Michigan")
    }

    @Test(arguments: [
        ("Springfield, Missouri, USA", "United States", "Missouri"), ("Springfield, MO, USA", "USA", "Missouri"),
        (
            "Sodo, Southern Nations, Nationalities, and People's Region", "Ethiopia",
            "Southern Nations, Nationalities, and People's Region"
        ),
    ])
    func `a region may have commas, and the country may stand behind it`(
        name: String, country: String, region: String
    ) throws {
        let found = try #require(gazetteer.place(named: name, in: country))
        #expect(found.region == region)
        #expect(gazetteer.pinned(named: name)?.id == found.id)
        #expect(gazetteer.place(named: name + ", Bavaria", in: country) == nil)
        #expect(gazetteer.place(named: String(repeating: "USA,", count: 63), in: "USA") == nil)
    }

    @Test
    func `one name is found in all countries, the most populous first`() {
        let countries = gazetteer.places(named: "Paris").map(\.country)
        #expect(countries.first == "France")
        #expect(countries.contains("United States"))
        #expect(gazetteer.places(named: "No Such Place").isEmpty)
    }

    @Test(arguments: [
        ("united kingdom", "United Kingdom"), ("Hong Kong", "Hong Kong"), ("Taiwan", "Taiwan"),
        ("New Caledonia", "New Caledonia"), ("Netherlands", "Netherlands"),
        ("Caribbean Netherlands", "Caribbean Netherlands"),
        ("CZECHIA", "Czechia"), ("czech republic", "Czech Republic"), ("Türkiye", "Türkiye"),
        ("curac\u{327}ao", "Curaçao"),
    ])
    func `a country is known by its names`(name: String, spelling: String) {
        #expect(gazetteer.country(named: name)?.name == spelling)
    }

    @Test
    func `a place bears the name its country was asked by`() {
        #expect(gazetteer.place(named: "Brno", in: "czechia")?.country == "Czechia")
        #expect(gazetteer.place(named: "Brno", in: "Czech Republic")?.country == "Czech Republic")
        #expect(gazetteer.country(named: "Middle Earth") == nil)
    }

    @Test
    func `about a thousand places are listed, famous small ones among them`() {
        #expect((950...1150).contains(gazetteer.listed.count))
        let names = Set(gazetteer.listed.map { "\($0.name)/\($0.country)" })
        for name in [
            "Hallstatt/Austria", "Giethoorn/Netherlands", "Manarola/Italy", "Oia/Greece", "Zermatt/Switzerland",
            "Machu Picchu/Peru", "Uluru/Australia", "Petra/Jordan", "Angkor Wat/Cambodia", "Bagan/Myanmar",
            "Grand Canyon/United States", "Reine/Norway", "Mont-Saint-Michel/France", "Hobbiton/New Zealand",
            "Victoria Falls/Zimbabwe", "Serengeti/Tanzania", "Torres del Paine/Chile", "London/United Kingdom",
        ] {
            #expect(names.contains(name), "\(name)")
        }
        #expect(Set(gazetteer.listed.map(\.id)).count == gazetteer.listed.count)
        #expect(gazetteer.listed.allSatisfy { $0.coordinate != nil && !$0.name.isEmpty && $0.origin == .gazetteer })
    }

    @Test
    func `every listed place is what its own name finds`() {
        for place in gazetteer.listed {
            #expect(gazetteer.place(named: place.name, in: place.country) == place)
        }
    }

    @Test
    func `listed places need nothing but their names to be told apart in their country`() {
        for (country, places) in Dictionary(grouping: gazetteer.listed, by: \.country) {
            let names = PlaceNames.assign(places)
            for place in places {
                #expect(names[place.id] == FileName.directory(place.name), "\(country)")
            }
        }
    }

    @Test
    func `every member of the United Nations has a listed place`() {
        let listed = Set(gazetteer.listed.map(\.country))
        #expect(UnitedNations.members.count == 193)
        for name in UnitedNations.members {
            #expect(listed.contains(name), "\(name)")
        }
    }

    @Test
    func `every name of the full table is found again`() throws {
        let table = try GazetteerTable(
            kind: "full", at: "\(ResourceDirectory.path(of: "Gazetteer"))/gazetteer-full.tsv")
        let lines = table.records()
        #expect(lines.count > 69_000)
        var last = ""
        for (index, fields) in lines.enumerated() {
            try #require(fields.count == 7)
            // The search relies on the order that the script writes.
            let key = FileName.key(String(fields[0]))
            try #require(last <= key, "\(fields[0])")
            last = key
            // A search for every name would take minutes.
            guard index.isMultiple(of: 97) else { continue }
            let found = gazetteer.places(named: String(fields[0]))
            #expect(found.contains { $0.id.rawValue.hasSuffix(":\(fields[5])") }, "\(fields[0])")
        }
        for fields in [lines[0], lines[lines.count - 1]] {
            #expect(!gazetteer.places(named: String(fields[0])).isEmpty)
        }
    }

    @Test(
        arguments: ["full", "listed", "listed-names", "regions", "countries", "areas"],
        ["missing", "empty", "cut", "other", "directory"])
    func `a damaged table is an error of one line, not a crash`(kind: String, damage: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazetteer-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: ResourceDirectory.path(of: "Gazetteer"), toPath: folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "gazetteer-\(kind).tsv")
        let whole = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        switch damage {
        case "missing": break
        case "empty": try Data().write(to: file)
        case "cut": try whole.prefix(whole.count / 2).write(to: file)
        case "other": try Data("something else\n#end\n".utf8).write(to: file)
        default: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        }
        let error = #expect(throws: GazetteerError.self) { try Gazetteer(directory: folder.path) }
        let text = try #require(error).description
        #expect(text.contains("gazetteer-\(kind).tsv") && !text.contains("\n"))
    }

    @Test(arguments: ["0", "0\tFR"])
    func `a listed place without fields is damage, not a crash`(line: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazetteer-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: ResourceDirectory.path(of: "Gazetteer"), toPath: folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "gazetteer-listed.tsv")
        let whole = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        try (whole.dropLast("#end\n".utf8.count) + Data("\(line)\n#end\n".utf8)).write(to: file)
        #expect(throws: GazetteerError.damaged(file.path)) { try Gazetteer(directory: folder.path) }
    }
}
