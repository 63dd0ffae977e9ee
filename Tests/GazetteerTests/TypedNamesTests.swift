import Foundation
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Names that people type")
struct TypedNamesTests {
    private static let gazetteer: Gazetteer? = try? Gazetteer.bundled()
    private static let isLong = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try #require(Self.gazetteer)
    }

    @Test func `two hundred ways to type sixty places lead to them`() {
        #expect(TypedNames.rows.count >= 200)
        for row in TypedNames.rows {
            guard let found = point(of: row.typed) else {
                Issue.record("nothing is found for \(row.typed)")
                continue
            }
            let isNear = abs(found.latitude - row.latitude) < 0.15 && abs(found.longitude - row.longitude) < 0.15
            #expect(isNear, "\(row.typed) is at \(found)")
        }
    }

    private func point(of typed: String) -> Coordinate? {
        let parts = typed.split(separator: "/").map(String.init)
        if parts.count == 2 { return gazetteer.place(named: parts[1], in: parts[0])?.coordinate }
        switch PinName(typed) {
        case .point(let point, _): return point
        case .nearby(let code, let place):
            return gazetteer.pinned(named: place)?.coordinate.flatMap { code.point(near: $0) }
        case .word(let word): return gazetteer.pinned(named: word)?.coordinate
        case nil: return nil
        }
    }

    /// The table of names is made in Python, searched in Swift.
    @Test func `every name of the full table is found by its letters, and opens its own place`() throws {
        let table = try GazetteerTable(
            kind: "full", at: "\(ResourceDirectory.path(of: "Gazetteer"))/gazetteer-full.tsv")
        var wrong = 0
        var first: [String: Set<Substring>] = [:]
        let lines = table.records()
        for fields in lines {
            // The most populous of one name, accents and signs apart, comes first; a region tells the others apart.
            first["\(fields[1])/\(SearchKey.of(String(fields[0])))", default: []].insert(fields[5])
        }
        let people = Dictionary(
            lines.map { ("geoname:\($0[5])", $0.count > 6 ? Int($0[6]) ?? 0 : 0) }, uniquingKeysWith: { one, _ in one })
        for (index, fields) in lines.enumerated() {
            let key = SearchKey.of(String(fields[0]))
            try #require(!key.isEmpty, "\(fields[0])")
            // A search for all of them takes minutes.
            guard Self.isLong || index.isMultiple(of: 7) else { continue }
            let found = gazetteer.names.records(of: key).compactMap { table.record(at: $0)?[5] }
            if !found.contains(fields[5]) { wrong += 1 }
            let isAlone = first["\(fields[1])/\(key)"]?.count == 1
            guard isAlone, Self.isLong || index.isMultiple(of: 35) else { continue }
            let place = gazetteer.place(named: String(fields[0]), in: String(fields[1]))
            let isItself = place?.id.rawValue.hasSuffix(":\(fields[5])") == true
            if isItself { continue }
            // An island or region goes before the town on it, and a city of the list before a village that bears
            // another name of it: Siem Reab is Siem Reap.
            let isArea = place.flatMap { gazetteer.area(of: $0.id) } != nil
            let isFamous = gazetteer.listed.contains { $0.id == place?.id }
            let isVillage = (people["geoname:\(fields[5])"] ?? 0) * 20 < place.flatMap { people[$0.id.rawValue] } ?? 0
            #expect(
                isArea || (isFamous && isVillage), "\(fields[0]), \(fields[1]): \(place?.name ?? "none")")
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [
        ("Munchenn", "Munich"), ("Reykjavk", "Reykjavík"), ("Amsterdma", "Amsterdam"), ("Springfeild", "Springfield"),
        ("Kopenhgen", "Copenhagen"), ("Firenz", "Florence"), ("Barcelna", "Barcelona"), ("Münch", "Munich"),
    ])
    func `a misspelled name or the beginning of one is found`(typed: String, name: String) {
        #expect(
            gazetteer.search(typed, limit: 3).contains { $0.place.name == name }, "\(gazetteer.search(typed, limit: 3))"
        )
    }

    @Test(arguments: [
        ("Wash", "Washington"), ("San F", "San Francisco"), ("Djenn", "Djenné"), ("Lond", "London"),
        ("Notre", "Notre-Dame"), ("Eiffel T", "Eiffel Tower"),
    ])
    func `a beginning means a place before the sights called after it`(typed: String, name: String) throws {
        let first = try #require(gazetteer.search(typed, limit: 1).first)
        #expect(first.place.name.hasPrefix(name))
    }

    @Test(arguments: [
        ("Germny", "Germany"), ("Swizerland", "Switzerland"), ("Deutschlnd", "Germany"), ("Icelnd", "Iceland"),
    ])
    func `a misspelled country is found`(typed: String, name: String) {
        #expect(gazetteer.countries(like: typed).first?.name == name)
    }

    @Test func `what is refused is told with the nearest names and how to see more, on one line`() {
        let pins = UnknownName("Munchenn", ofA: .pin, gazetteer).sentence
        #expect(pins.contains("Munich, Germany") && pins.contains("`placesfs places Munchenn`"), "\(pins)")
        let country = UnknownName("Germny", ofA: .country, gazetteer).sentence
        #expect(country.contains("Germany"), "\(country)")
        let place = UnknownName("Pariss", ofA: .place(of: "France"), gazetteer).sentence
        #expect(place.contains("the nearest names: Paris") && !place.contains("·"), "a city and its region: \(place)")
        let walanda = UnknownName("Wakanda", ofA: .country, gazetteer).sentence
        #expect(walanda.contains(/Netherlands \("[A-Z][a-z]+"\)/), "the name that matched: \(walanda)")
        let numbered = UnknownName("Paris, 12", ofA: .pin, gazetteer).sentence
        #expect(numbered.contains("the nearest names: Paris, France"), "\(numbered)")
        #expect(gazetteer.search("Paris, 12", limit: 1).first?.place.country == "France")
        let kept = UnknownName("Saint Peterzburg", ofA: .pin, gazetteer).sentence
        #expect(!kept.contains(/\("[a-z]/), "no folded name: \(kept)")
        let hostile = UnknownName("a\nb\u{1B}[31m'x' -rf", ofA: .place(of: "France"), gazetteer).sentence
        #expect(!hostile.contains("\n") && !hostile.contains("\u{1B}"), "\(hostile)")
        #expect(ShellWord.quoted("it's") == "'it'\\''s'" && ShellWord.quoted("-x") == "'-x'")
        #expect(ShellWord.quoted(path: "/home/me/-x") == "/home/me/-x" && ShellWord.quoted(path: "/a b") == "'/a b'")
    }

    @Test(arguments: [
        "Untitled Folder", "untitled folder 2", "New Folder (1)", "Neuer Ordner", "Nouveau dossier", "Nueva carpeta",
        "Unbenannter Ordner", "新建文件夹", "Новая папка", "NEW FOLDER",
    ])
    func `what file managers call a new folder is known in their languages`(name: String) {
        #expect(NewFolderName.matches(name))
    }

    @Test(arguments: ["Folder", "Untitled Folder x", "qwertz", "New Folder 12345", "", "New York", "(2)", " 2"])
    func `a name that no program gives a new folder is none of a new folder`(name: String) {
        #expect(!NewFolderName.matches(name))
    }

    @Test(arguments: [
        "https://www.google.com/maps/@48.8584,2.2945,17z",
        "https://maps.example/place/X/@48.1,2.1,17z/data=!3d48.8584!4d2.2945",
        "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48.1/2.1",
        "https://www.openstreetmap.org/#map=17/48.8584/2.2945", "https://maps.example/?q=48.8584,2.2945",
        "https://maps.example/?q=48.8584%2C2.2945&z=3", "https://bing.example/maps?cp=48.8584~2.2945&lvl=16",
        "geo:48.8584,2.2945", "48.8584,2.2945", "https://maps.example/maps?ll=48.8584,2.2945",
        "https://maps.example/place?coordinate=48.8584,2.2945", "https://yandex.example/maps/?ll=2.2945%2C48.8584&z=17",
        "https://www.yandex.example/maps?z=17&ll=2.2945,48.8584",
        "https://geohack.toolforge.org/geohack.php?pagename=X&params=48.8584_N_2.2945_E_globe:earth_type:camera&language=en",
        "https://geohack.toolforge.org/geohack.php?params=48_51_30.24_N_2_17_40.2_E_region:FR",
        "https://geohack.example/geohack.php?params=48.8584;2.2945",
        "https://www.flickr.com/map?&fLat=48.8584&fLon=2.2945&zl=13",
        "https://wego.here.com/?map=48.8584,2.2945,17,normal", "https://www.waze.com/live-map/?latlng=48.8584%2C2.2945",
        "https://www.waze.com/ul?ll=48.8584%2C2.2945&navigate=yes",
        "https://waze.example/live-map/directions?to=ll.48.8584%2C2.2945",
        "https://mapy.cz/zakladni?x=2.2945&y=48.8584&z=17",
        "https://en.mapy.example/turisticka?source=coor&id=2.1&x=2.2945&y=48.8584",
        "\u{200E}48.8584, 2.2945\u{202C}",
    ])
    func `the point of a map's address is found`(address: String) throws {
        let point = try #require(MapAddress.point(in: address))
        #expect(abs(point.latitude - 48.8584) < 0.00001 && abs(point.longitude - 2.2945) < 0.00001)
    }

    /// The codes are those of the services: the first is the middle of an area of 14 m, the second of some metres.
    @Test(arguments: [
        ("https://plus.codes/8FW4V75V+9Q", 48.8584, 2.2945), ("https://osm.org/go/0BOdUtpa", 48.85828, 2.29454),
        ("https://www.openstreetmap.org/go/0BOdUtpa--?m=", 48.85828, 2.29454),
        ("https://geohack.example/x?params=33_51_24.48_S_151_12_55.08_E", -33.8568, 151.2153),
        ("https://geohack.example/x?params=22.9519_S_43.2105_W_", -22.9519, -43.2105),
    ])
    func `the code in an address is a point`(address: String, latitude: Double, longitude: Double) throws {
        let point = try #require(MapAddress.point(in: address))
        #expect(abs(point.latitude - latitude) < 0.0003 && abs(point.longitude - longitude) < 0.0003, "\(point)")
    }

    @Test(arguments: [
        "", "Paris", "https://example.org/", "https://x/?q=Paris", "https://x/@1", "https://x/#map=1/2", "a/b",
        "https://geohack.example/x?params=48.8584_N", "https://geohack.example/x?params=N_2_E", "https://osm.org/go/",
        "https://osm.org/go/!!!!", "https://plus.codes/", "https://mapy.cz/?x=2.2945",
        "https://maps.app.goo.gl/abcDEF123",
    ])
    func `an address without a point has none`(address: String) {
        #expect(MapAddress.point(in: address) == nil)
    }
}
