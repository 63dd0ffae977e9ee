import Foundation
import Fuzzing
import PhotoTree
import Promises
import Testing

/// The box against all boxes there are: each that begins at some point and ends at some point, and of those that hold
/// every point the smallest.
@Suite("BoundingBox against an oracle")
struct BoundingBoxOracleTests {
    private struct Arc {
        var west: Double
        var width: Double
    }

    /// Arcs from one point eastwards to another that hold all; the smallest of them, the one that does not cross the
    /// antimeridian first.
    private func smallestArcs(_ longitudes: [Double]) -> [Arc] {
        let all = longitudes.flatMap { west in longitudes.map { Arc(west: west, width: eastward(from: west, to: $0)) } }
        let holding = all.filter { arc in
            longitudes.allSatisfy { eastward(from: arc.west, to: $0) <= arc.width + 1e-9 }
        }
        let least = holding.map(\.width).min() ?? 0
        return holding.filter { $0.width <= least + 1e-9 }
    }

    private func eastward(from start: Double, to end: Double) -> Double {
        let distance = (end - start).truncatingRemainder(dividingBy: 360)
        return distance < -1e-12 ? distance + 360 : max(0, distance)
    }

    private func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

    /// Where the antimeridian is a side of it, west may be 180 or -180.
    private func isSameMeridian(_ one: Double, _ other: Double) -> Bool {
        isClose(one, other) || isClose(abs(one - other), 360)
    }

    private func check(_ points: [Coordinate]) throws {
        guard let box = BoundingBox(around: points) else { return #expect(points.isEmpty) }
        #expect(!points.isEmpty)
        let latitudes = points.map(\.latitude).sorted()
        let height = max(0.01, (latitudes[latitudes.count - 1] - latitudes[0]) / 10)
        #expect(isClose(box.south, max(-90, latitudes[0] - height)), "\(points) \(box)")
        #expect(isClose(box.north, min(90, latitudes[latitudes.count - 1] + height)), "\(points) \(box)")
        #expect((-180...180).contains(box.west) && (-180...180).contains(box.east), "\(box)")
        let arcs = smallestArcs(points.map(\.longitude))
        let margin = max(0.01, arcs[0].width / 10)
        if box.south == -90 || box.north == 90 || arcs[0].width + 2 * margin >= 360 {
            #expect(box.west == -180 && box.east == 180, "\(points) \(box)")
        } else {
            let isOneOfThem = arcs.contains { arc in
                isSameMeridian(box.west, wrapped(arc.west - margin))
                    && isSameMeridian(box.east, wrapped(wrapped(arc.west + arc.width) + margin))
            }
            #expect(isOneOfThem, "\(points) \(box)")
        }
        try checkText(box, points)
    }

    /// As a map tells it, with its digits: four numbers, and every position as the map tells it inside of them.
    private func checkText(_ box: BoundingBox, _ points: [Coordinate]) throws {
        let map = GeoJSON.places(
            points.map { PlaceFeature(title: "", subtitle: "", coordinate: $0, count: nil, href: "") }, notice: "")
        let read = try #require(try JSONSerialization.jsonObject(with: Data(map)) as? [String: Any])
        let sides = try #require(read["bbox"] as? [Double])
        try #require(sides.count == 4)
        #expect(zip(sides, [box.west, box.south, box.east, box.north]).allSatisfy { abs($0 - $1) <= 5.1e-7 })
        for feature in try #require(read["features"] as? [[String: Any]]) {
            let geometry = try #require(feature["geometry"] as? [String: Any])
            let position = try #require(geometry["coordinates"] as? [Double])
            let fits = [sides[0] <= position[0], position[0] <= sides[2]]
            let isInside = sides[0] <= sides[2] ? fits == [true, true] : fits.contains(true)
            #expect(isInside && (sides[1]...sides[3]).contains(position[1]), "\(position) \(sides)")
        }
    }

    @Test func `the box of a map holds any points, anywhere`() throws {
        var random = SeededGenerator(seed: 2026)
        for round in 0..<6_000 {
            let around: Double = [-180, -179.99, -90, 0, 90, 179.995, 180].randomElement(using: &random) ?? 0
            let spread: Double = [0, 0.001, 0.1, 5, 60, 180].randomElement(using: &random) ?? 1
            let parallel: Double = [-90, -89.995, -60, 0, 48, 89.985, 90].randomElement(using: &random) ?? 0
            let points = (0..<(round % 9)).compactMap { _ -> Coordinate? in
                let longitude = wrapped(around + Double.random(in: -spread...spread, using: &random))
                let latitude = parallel + Double.random(in: -1...1, using: &random) * spread / 3
                // Whole degrees now and then, for points that fall together.
                return Coordinate(
                    latitude: min(90, max(-90, latitude)),
                    longitude: Bool.random(using: &random) ? longitude : longitude.rounded())
            }
            try check(points)
        }
    }

    private static let corners: [[Double]] = [
        [], [0, 0], [0, 180], [0, -180], [0, 180, 0, -180], [0, 179.995], [0, -179.995], [90, 0], [-90, 77],
        [90, -180, -90, 180], [89.99, 0], [89.98, 0], [-16, 179.9, -17, -179.9], [0, -120, 0, 0, 0, 120],
        [0, 0, 0, 180], [0, -90, 0, 90], [10, 179, 12, -1], [1e-7, 179.9999999, 0, -179.9999999],
    ]

    /// Latitudes and longitudes in turn.
    @Test(.proves("The box of a map"), arguments: corners) func `the box of a map holds the corners of the world`(
        numbers: [Double]
    ) throws {
        try check(
            stride(from: 0, to: numbers.count, by: 2).compactMap {
                Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
            })
    }
}
