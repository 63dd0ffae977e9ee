import Fuzzing
import PhotoTree
import Testing

@Suite("BoundingBox")
struct BoundingBoxTests {
    private func box(_ points: [(latitude: Double, longitude: Double)]) throws -> BoundingBox {
        try #require(
            BoundingBox(around: points.compactMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }))
    }

    private func expect(
        _ box: BoundingBox, _ west: Double, _ south: Double, _ east: Double, _ north: Double,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let close = zip([box.west, box.south, box.east, box.north], [west, south, east, north]).allSatisfy {
            abs($0 - $1) < 1e-9
        }
        #expect(close, "\(box)", sourceLocation: location)
    }

    @Test
    func `nothing has no box`() {
        #expect(BoundingBox(around: [Coordinate]()) == nil)
    }

    @Test
    func `the box of one point has the least margin`() throws {
        expect(try box([(48.8584, 2.2945)]), 2.2845, 48.8484, 2.3045, 48.8684)
    }

    @Test
    func `the margin is a tenth of the size on each side`() throws {
        expect(try box([(10, 20), (20, 60)]), 16, 9, 64, 21)
    }

    @Test
    func `across the antimeridian west is greater than east`() throws {
        expect(try box([(-17, 179), (-18, -179)]), 178.8, -18.1, -178.8, -16.9)
        expect(try box([(0, 180)]), 179.99, -0.01, -179.99, 0.01)
        expect(try box([(0, 180), (0, -180)]), 179.99, -0.01, -179.99, 0.01)
        expect(try box([(0, 179.995)]), 179.985, -0.01, -179.995, 0.01)
    }

    @Test
    func `a box ends at the poles, and goes all the way round where it reaches one or the margins meet`() throws {
        expect(try box([(90, 0), (89, 10)]), -180, 88.9, 180, 90)
        expect(try box([(-90, 0)]), -180, -90, 180, -89.99)
        expect(try box([(89.995, 15)]), -180, 89.985, 180, 90)
        expect(try box([(89.98, 15)]), 14.99, 89.97, 15.01, 89.99)
        expect(try box([(0, -120), (0, 0), (0, 120)]), -144, -0.01, 144, 0.01)
        expect(try box(stride(from: -180, to: 180, by: 30).map { (0, $0) }), -180, -0.01, 180, 0.01)
    }

    @Test
    func `no smaller box holds all points`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let around: Double = [-180.0, -90, 0, 170, 180].randomElement(using: &random) ?? 0
            let spread: Double = [0.1, 5, 60, 180].randomElement(using: &random) ?? 1
            let longitudes = (0..<Int.random(in: 1...8, using: &random)).map { _ -> Double in
                let longitude = around + Double.random(in: -spread...spread, using: &random)
                // Whole degrees now and then, for points that fall together.
                return wrapped(Bool.random(using: &random) ? longitude : longitude.rounded())
            }
            let found = try box(longitudes.map { (0, $0) })
            // The oracle: from each point eastwards, how far to hold all the others; the least is the width.
            let width: Double =
                longitudes.map { start in
                    longitudes.map { eastward(from: start, to: $0) }.max() ?? 0
                }.min() ?? 0
            let total = Swift.min(360, width + 2 * Swift.max(0.01, width / 10))
            let made = found.west <= found.east ? found.east - found.west : found.east - found.west + 360
            #expect(abs(made - total) < 1e-6, "\(longitudes) \(found)")
            for longitude in longitudes {
                #expect(eastward(from: found.west, to: longitude) <= made + 1e-6, "\(longitudes) \(found)")
            }
            #expect((-180...180).contains(found.west) && (-180...180).contains(found.east))
        }
    }

    private func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    private func eastward(from start: Double, to end: Double) -> Double {
        let distance = (end - start).truncatingRemainder(dividingBy: 360)
        return distance < 0 ? distance + 360 : distance
    }
}
