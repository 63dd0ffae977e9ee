import Foundation
import Testing

@testable import Gazetteer
@testable import PhotoTree

/// Which folder a photo of one's own stands in.
@Suite("The place of a point")
struct PlaceFinderTests {
    private static let finder = Result { PlaceFinder(try Gazetteer.bundled()) }

    private func name(_ latitude: Double, _ longitude: Double) throws -> String {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return switch try #require(try Self.finder.get().place(at: point)) {
        case .place(let place): "\(place.name), \(place.country)"
        case .region(_, let name, let country): "region \(name), \(country)"
        case .country(let country): "country \(country)"
        }
    }

    @Test(arguments: [
        // Districts and suburbs have lines of their own, and people name the city.
        (41.8765, 12.4756, "Rome, Italy"), (40.4168, -3.7038, "Madrid, Spain"), (48.8584, 2.2945, "Paris, France"),
        (40.7484, -73.9857, "New York, United States"), (51.5007, -0.1246, "London, United Kingdom"),
        (-33.8568, 151.2153, "Sydney, Australia"), (35.6586, 139.7454, "Tokyo, Japan"),
        (-22.9519, -43.2105, "Rio de Janeiro, Brazil"), (37.8080, -122.4177, "San Francisco, United States"),
        (-17.7334, 177.4439, "Nadi, Fiji"),
    ])
    func `the largest place whose reach holds a point goes before the nearest`(
        _ point: (Double, Double, String)
    ) throws {
        #expect(try name(point.0, point.1) == point.2)
    }

    @Test func `what no place reaches belongs to the nearest within 25 km`() throws {
        // North of Fontainebleau, in the forest.
        #expect(try name(48.33, 2.70).hasSuffix(", France"))
        #expect(try name(47.5622, 13.6493) == "Hallstatt, Austria")
        // A sight that `places/` lists, out of the city's reach.
        #expect(try name(37.8199, -122.4783) == "Golden Gate Bridge, United States")
    }

    @Test func `far from every place the region counts, and at sea the country`() throws {
        #expect(try name(-25.0, 122.5) == "region Western Australia, Australia")
        #expect(try name(72.0, -40.0).contains("Greenland"))
        let sea = try name(0, -30)
        #expect(sea.hasPrefix("country "), "\(sea)")
    }

    @Test func `every point of the Earth has a place, poles and antimeridian included`() throws {
        for latitude in stride(from: -90.0, through: 90, by: 15) {
            for longitude in stride(from: -180.0, through: 180, by: 30) {
                _ = try name(latitude, longitude)
            }
        }
    }

    @Test func `a place is found from either side of the antimeridian, and around a pole`() throws {
        let folder = try copiedGazetteer(["Line\tFJ\t\t-168000\t1799900\t7\t6000", "Top\tNO\t\t899500\t0\t4\t6000"])
        let finder = PlaceFinder(try Gazetteer(directory: folder))
        for (latitude, longitude, country) in [
            (-16.8, -179.97, "Fiji"), (-16.8, 179.97, "Fiji"), (89.95, 170.0, "Norway"), (90, 0, "Norway"),
        ] {
            let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
            guard case .place(let found)? = finder.place(at: point) else {
                Issue.record("nothing near \(latitude), \(longitude)")
                continue
            }
            #expect(found.country == country)
        }
    }

    /// The folder of a gazetteer whose full table has these lines.
    private func copiedGazetteer(_ lines: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "finder-\(UUID().uuidString)")
        try FileManager.default.copyItem(atPath: ResourceDirectory.path(of: "Gazetteer"), toPath: folder.path)
        let text = (["#placesfs gazetteer 1 full: test"] + lines + ["#end", ""]).joined(separator: "\n")
        try Data(text.utf8).write(to: folder.appending(path: "gazetteer-full.tsv"))
        return folder.path
    }
}
