import Promises
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Whether a name means a place or an area")
struct MeantKindsTests {
    private static let gazetteer: Gazetteer? = try? Gazetteer.bundled()
    private let gazetteer: Gazetteer

    init() throws { gazetteer = try #require(Self.gazetteer) }

    private func found(_ typed: String) -> Place? {
        let parts = typed.split(separator: "/").map(String.init)
        return parts.count == 2 ? gazetteer.place(named: parts[1], in: parts[0]) : gazetteer.placed(named: typed)
    }

    @Test(.proves("A region, island or park is found with each country"))
    func `a country, an area, a spot or a town is meant as the list says`() {
        #expect(MeantKinds.rows.count > 150)
        for (typed, id) in MeantKinds.rows {
            let place = found(typed)?.id.rawValue ?? "-"
            #expect(place == id || place.hasPrefix("\(id):"), "\(typed): \(place), not \(id)")
        }
    }

    @Test func `an area of several countries is not called one's`() throws {
        func words(_ name: String) -> String? {
            gazetteer.searchPlace(.word(name), typed: name, radius: nil)?.words
        }
        #expect(words("Alps, Switzerland") == "Alps")
        #expect(words("Lake Constance") == "Lake Constance")
        #expect(words("Lake Garda") == "Lake Garda, Italy")
        #expect(words("Georgia, USA") == "Georgia, United States")
    }

    @Test func `every listed spot that is an area's is that area, with its country and without`() throws {
        for place in gazetteer.listed where place.id.rawValue.hasPrefix("spot:") {
            let bare = try #require(gazetteer.placed(named: place.name), "\(place.name)")
            let whole = try #require(gazetteer.placed(named: "\(place.name), \(place.country)"), "\(place.name)")
            if bare.id.rawValue.hasPrefix("area:~") { #expect(whole.id == bare.id, "\(place.name)") }
        }
    }

    /// An island of several provinces is whole.
    @Test(arguments: [
        ("Java", 106.8, -6.2), ("Java", 112.7, -7.3), ("Honshu", 135.5, 34.7), ("Honshu", 140.7, 40.8),
        ("Borneo", 117.0, 5.0), ("Luzon", 121.0, 14.6), ("Kyushu", 130.4, 33.6), ("Sumatra", 98.7, 3.6),
        ("North Island", 174.8, -36.9), ("South Island", 168.7, -45.0), ("Shikoku", 134.0, 34.1),
    ])
    func `an island holds its towns`(name: String, longitude: Double, latitude: Double) throws {
        let area = try #require(gazetteer.placed(named: name).flatMap { gazetteer.area(of: $0.id) }, "\(name)")
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(area.polygons.contains { gazetteer.outlines.holds(point, at: $0) }, "\(name) \(area.box)")
    }

    @Test(arguments: [
        ("Chiyoda", 35.694, 139.754), ("Chuo", 35.671, 139.772), ("Minato", 35.658, 139.752),
        ("Shinjuku", 35.694, 139.703), ("Bunkyo", 35.708, 139.752), ("Taito", 35.713, 139.780),
        ("Sumida", 35.711, 139.802), ("Koto", 35.673, 139.817), ("Shinagawa", 35.609, 139.730),
        ("Meguro", 35.641, 139.698), ("Ota", 35.561, 139.716), ("Setagaya", 35.646, 139.653),
        ("Shibuya", 35.664, 139.698), ("Nakano", 35.707, 139.664), ("Suginami", 35.699, 139.636),
        ("Toshima", 35.726, 139.717), ("Kita", 35.753, 139.734), ("Arakawa", 35.736, 139.783),
        ("Itabashi", 35.751, 139.709), ("Nerima", 35.736, 139.652), ("Adachi", 35.775, 139.804),
        ("Katsushika", 35.743, 139.847), ("Edogawa", 35.707, 139.868), ("Sapporo", 43.06, 141.35),
        ("Sendai", 38.27, 140.87), ("Yokohama", 35.44, 139.64), ("Kawasaki", 35.53, 139.70),
        ("Niigata", 37.92, 139.04), ("Shizuoka", 34.98, 138.38), ("Nagoya", 35.18, 136.91), ("Kyoto", 35.01, 135.77),
        ("Osaka", 34.69, 135.50), ("Kobe", 34.69, 135.20), ("Okayama", 34.66, 133.93), ("Hiroshima", 34.39, 132.46),
        ("Fukuoka", 33.59, 130.40), ("Kumamoto", 32.80, 130.71),
    ])
    func `the wards of Tokyo and the great cities of Japan are where they are`(
        name: String, latitude: Double, longitude: Double
    ) throws {
        let point = try #require(gazetteer.placed(named: "\(name), Japan")?.coordinate, "\(name)")
        let meant = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(point.metres(to: meant) < 8_000, "\(name) is at \(point)")
    }

    /// What people say without the word for town.
    @Test(arguments: [
        ("丽江", "Lijiang"), ("平遥", "Gutao"), ("泰安", "Tai'an"), ("岳阳", "Yueyang"), ("丹东", "Dandong"), ("曲阜", "Qufu"),
        ("美瑛", "Biei"), ("白馬", "Hakuba"), ("大同", "Datong"), ("北海", "Beihai"), ("西塘", "Xitang Ancient Town"),
        ("角館", "Kakunodatemachi"), ("哈密", "Hami"), ("北京", "Beijing"), ("深圳", "Shenzhen"), ("海南", "Hainan"),
    ])
    func `a Chinese or Japanese town is known without its ending`(typed: String, name: String) {
        #expect(gazetteer.placed(named: typed)?.name == name, "\(typed)")
    }

    @Test func `two or three Chinese characters are not corrected`() {
        for name in ["河口湾", "青ヶ嶋", "哈蜜"] {
            #expect(gazetteer.search(name, limit: 3).allSatisfy { $0.edits == 0 }, "\(name)")
        }
    }

    @Test(arguments: [
        ("Salar de Nowhere", "comma"), ("Bad Nowherefeld", "comma"), ("der Schweizz", "comma"),
        ("St. Nowheretown", "comma"),
        ("Roma Nowhere", "comma"), ("Isla de Nowhere", "comma"), ("Xqzvw Kkjw", "`placesfs places"),
    ])
    func `no comma is missed behind half a name, and no command is shown that finds nothing`(
        name: String, without: String
    ) {
        let sentence = UnknownName(name, ofA: .search, gazetteer).sentence
        #expect(!sentence.contains(without), "\(sentence)")
    }

    @Test func `a misspelled town is looked for in the region that was typed`() {
        let sentence = UnknownName("Munar, Kerala", ofA: .search, gazetteer).sentence
        #expect(sentence.contains("the nearest names: Munnar, India"), "\(sentence)")
    }
}
