import PhotoTree
import Testing

@Suite("Pin")
struct PinTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> PinPoint {
        PinPoint(try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test(
        arguments: [
            (48.8584, 2.2945, 48.858404, 2.294496), (0, 180, 0, -180), (90, 12, 90, -77), (-90, 0, -90, 180),
            (89.999999, 1, 90, 0), (-0.0, -0.0, 0, 0), (0.000004, -0.000004, 0, 0), (10, 179.999999, 10, -180),
        ] as [(Double, Double, Double, Double)])
    func `one point has many spellings`(north: Double, east: Double, otherNorth: Double, otherEast: Double) throws {
        #expect(try point(north, east) == point(otherNorth, otherEast))
        #expect(try point(north, east).hashValue == point(otherNorth, otherEast).hashValue)
    }

    @Test(
        arguments: [
            (48.8584, 2.2945, 48.85841, 2.2945), (48.8584, 2.2945, 48.8584, 2.29451), (1, 2, 2, 1), (1, 2, -1, 2),
            (90, 0, -90, 0), (0, 179.9999, 0, -179.9999), (89.9999, 1, 89.9999, 2),
        ] as [(Double, Double, Double, Double)])
    func `a metre away is another point`(north: Double, east: Double, otherNorth: Double, otherEast: Double) throws {
        #expect(try point(north, east) != point(otherNorth, otherEast))
    }

    @Test
    func `a pin is known by its point, not by its name`() throws {
        let coordinate = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
        let pin = Pin(
            number: NodeNumber(7), name: "48.8584,2.2945 Tower", coordinate: coordinate, subtitle: "in Paris", page: 1,
            isAwaitingCollection: false)
        var other = pin
        other.name = "48.85840, 2.2945"
        #expect(pin.point == other.point && pin != other)
    }
}
