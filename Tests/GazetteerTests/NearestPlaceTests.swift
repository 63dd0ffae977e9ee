import Foundation
import Fuzzing
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Nearest place")
struct NearestPlaceTests {
    private static func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A gazetteer whose full table has these lines.
    private static func gazetteer(_ lines: [String]) throws -> Gazetteer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nearest-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: ResourceDirectory.path(of: "Gazetteer"), toPath: folder.path)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = (["#placesfs gazetteer 1 full: test"] + lines + ["#end", ""]).joined(separator: "\n")
        try Data(text.utf8).write(to: folder.appending(path: "gazetteer-full.tsv"))
        return try Gazetteer(directory: folder.path)
    }

    private static let small = Result {
        try gazetteer([
            "Date Line\tFJ\t\t0\t1800000\t3", "Deep\tCL\t\t-700000\t1800000\t5", "Null\tFR\t\t0\t0\t1",
            "Top\tNO\t\t900000\t0\t4",
        ])
    }

    @Test(
        arguments: [
            (0, 0, "in Null"), (0.008, 0, "in Null"), (0.01, 0, "1 km N of Null"), (0, 0.05, "6 km E of Null"),
            (-0.05, 0.05, "8 km SE of Null"), (-0.05, 0, "6 km S of Null"), (-0.05, -0.05, "8 km SW of Null"),
            (0, -0.05, "6 km W of Null"), (0.05, -0.05, "8 km NW of Null"), (0.05, 0.05, "8 km NE of Null"),
            (0.05, 0.02, "6 km N of Null"), (0.05, 0.021, "6 km NE of Null"), (0.89, 0, "99 km N of Null"),
            (0.91, 0, "101 km N of Null, France"), (0, 180, "in Date Line"), (0, -180, "in Date Line"),
            (0, -179.9, "11 km E of Date Line"), (0, 179.9, "11 km W of Date Line"), (90, 0, "in Top"),
            (90, -123, "in Top"),
            (89.9, 90, "11 km S of Top"), (-90, 0, "2224 km S of Deep, Chile"), (-89, 0, "2335 km S of Deep, Chile"),
        ] as [(Double, Double, String)])
    func `a point is said by the place it is nearest to`(latitude: Double, longitude: Double, words: String) throws {
        let gazetteer = try Self.small.get()
        #expect(try gazetteer.words(for: Self.coordinate(latitude, longitude)) == words)
    }

    private static let damaged = [
        "Bad", "Bad\tFR", "Bad\tFR\t\t1", "Bad\tFR\t\t1\t1", "Bad\tFR\t\t1.5\t1\t7",
        "Bad\tFR\t\t\t\t7",
        "Bad\tFR\t\t1\t-\t7", "Bad\tFR\t\t--1\t1\t7", "Bad\tFR\t\t1 \t1\t7", "Bad\tFR\t\t10000000\t1\t7",
        "Bad\tFR\t\t900001\t1\t7",
        "Bad\tFR\t\t1\t-1800001\t7", "Bad\tFR\t\t99999999999999999999999\t1\t7", "Bad\tZZ\t\t1\t1\t7", "\t\t\t\t\t", "",
        "\u{0}",
        "Bad\tFR\t\t٣\t1\t7", "Bad\t\t\t1\t1\t7",
    ]

    @Test
    func `damaged lines are no places, and the next nearest is found`() throws {
        let point = try Self.coordinate(0.0001, 0.0001)
        for line in Self.damaged {
            let lines = [line, "Good\tFR\t\t100000\t0\t1", line]
            #expect(try Self.gazetteer(lines).nearest(to: point)?.place.name == "Good", "\(line)")
        }
        // With nothing else there, the point says where it is.
        let alone = try Self.gazetteer(Self.damaged)
        #expect(alone.nearest(to: point) == nil && alone.words(for: point) == "at 0.0001,0.0001")
    }

    @Test
    func `the nearest of all places is found, as a search by another formula finds it`() throws {
        let gazetteer = try Gazetteer.bundled()
        let table = try GazetteerTable(
            kind: "full", at: "\(ResourceDirectory.path(of: "Gazetteer"))/gazetteer-full.tsv")
        func vector(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
            let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
            return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
        }
        // Sights are none that others are near to.
        let all = table.records().filter { !$0[5].hasPrefix("~") }.map { fields in
            vector((Double(fields[3]) ?? 0) / 10_000, (Double(fields[4]) ?? 0) / 10_000)
        }
        var random = SeededGenerator(seed: 3)
        var points = try [
            (90, 0), (-90, 45), (0, 180), (0, -180), (-16.8, 180), (65, -180), (48.8584, 2.2945), (-48, -123),
        ]
        .map { try Self.coordinate($0.0, $0.1) }
        for _ in 0..<7 {
            points.append(
                try Self.coordinate(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random)))
        }
        for point in points {
            let target = vector(point.latitude, point.longitude)
            let closest = all.reduce(4.0) { best, place in
                let apart = place - target
                return min(best, (apart * apart).sum())
            }
            let expected = 2 * asin(closest.squareRoot() / 2) * 6_371_008.8
            let nearest = try #require(gazetteer.nearest(to: point))
            #expect(abs(nearest.metres - expected) < 1, "\(point)")
            let place = try #require(nearest.place.coordinate)
            #expect(abs(place.metres(to: point) - nearest.metres) < 1)
        }
    }

    @Test(arguments: [
        (37.3886, -5.9823, "Seville", "Spain"), (50.9333, 6.95, "Cologne", "Germany"),
        (45.9, 6.117, "Annecy", "France"),
    ])
    func `a place of two names bears the one that places shows`(
        latitude: Double, longitude: Double, name: String, country: String
    ) throws {
        let gazetteer = try Gazetteer.bundled()
        let listed = try #require(gazetteer.listed.first { $0.name == name && $0.country == country })
        let middle = try #require(listed.coordinate)
        let nearest = try #require(gazetteer.nearest(to: middle))
        #expect(nearest.place == listed && nearest.metres == 0)
    }

    @Test(
        arguments: [
            (48.8566, 2.3522, 51.5074, -0.1278, 343_556), (0, 0, 0, 180, 20_015_115), (90, 0, -90, 0, 20_015_115),
            (0, 179.5, 0, -179.5, 111_195), (10, 10, 10, 10, 0), (90, 0, 90, 137, 0),
        ] as [(Double, Double, Double, Double, Double)])
    func `distances are those of a great circle`(
        north: Double, east: Double, otherNorth: Double, otherEast: Double, metres: Double
    ) throws {
        let one = try Self.coordinate(north, east)
        let other = try Self.coordinate(otherNorth, otherEast)
        #expect(abs(one.metres(to: other) - metres) < 5 && one.metres(to: other) == other.metres(to: one))
    }

    @Test
    func `a search through all places does not take long`() throws {
        let gazetteer = try Gazetteer.bundled()
        let point = try Self.coordinate(-33, -103)
        // 3 ms in release.
        let time = ContinuousClock().measure {
            #expect(gazetteer.words(for: point) == "895 km SE of Easter Island, Chile")
        }
        #expect(time < .seconds(10))
    }
}

@Suite("Pinned by name")
struct PinnedPlaceTests {
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try Gazetteer.bundled()
    }

    @Test(arguments: [
        ("Annecy", "Annecy", "Auvergne-Rhône-Alpes", "France"), ("Paris", "Paris", "Île-de-France", "France"),
        ("Paris, United States", "Paris", "Texas", "United States"),
        ("Paris, Kentucky", "Paris", "Kentucky", "United States"),
        ("Paris,Kentucky", "Paris", "Kentucky", "United States"),
        ("Springfield", "Springfield", "Missouri", "United States"),
        ("Springfield, Illinois", "Springfield", "Illinois", "United States"),
        ("Brno, Czech Republic", "Brno", "South Moravian", "Czech Republic"),
        ("E\u{301}tretat", "Étretat", "Normandie", "France"),
    ])
    func `a name means the most populous place of it, a country or region another`(
        name: String, found: String, region: String, country: String
    ) throws {
        let place = try #require(gazetteer.pinned(named: name))
        #expect(place.name == found && place.country == country && place.coordinate != nil)
        #expect(place.region == region || country == "Czech Republic")
    }

    @Test(arguments: [
        "", "Paris, Atlantis", ", Nowhereland", ",", "Nowhereland", "\u{0}", "New Folder", "#ended", "-",
        "...",
    ])
    func `what is no name of a place finds none`(name: String) {
        #expect(gazetteer.pinned(named: name) == nil)
    }

    @Test
    func `every listed place can be pinned, by its name and with its country`() throws {
        for place in gazetteer.listed.prefix(250) {
            let found = try #require(gazetteer.pinned(named: place.name), "\(place.name)")
            // The park of the same name, or the island, is more than the point in it.
            let area = gazetteer.area(of: found.id)
            let isIn = area.flatMap { area in place.coordinate.map { gazetteer.isIn(area, $0) } } ?? false
            #expect(found.name == place.name || isIn, "\(place.name) is \(found.name)")
            let full = "\(place.name), \(place.country)"
            #expect(gazetteer.pinned(named: full)?.country == place.country, "\(full)")
        }
    }
}
