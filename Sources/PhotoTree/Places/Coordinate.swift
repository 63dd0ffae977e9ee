import Glibc

/// A point on Earth, WGS 84, in degrees; always finite and in range.
public struct Coordinate: Hashable, Sendable, Codable {
    /// -90 … 90, north positive.
    public let latitude: Double
    /// -180 … 180, east positive.
    public let longitude: Double

    /// nil when a value is not finite or out of range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinate {
    /// On a sphere of the Earth's mean radius (IUGG, 6371.0088 km): within 0.6 % of the ellipsoid.
    package static let metresPerDegree = 6_371_008.8 * Double.pi / 180

    /// Of longitude, along a parallel.
    static func metresPerDegree(atLatitude latitude: Double) -> Double { cos(radians(latitude)) * metresPerDegree }

    /// The distance along the great circle (haversine), also across the antimeridian and over the poles.
    public func metres(to other: Coordinate) -> Double {
        let halfNorth = sin(Self.radians(other.latitude - latitude) / 2)
        let halfEast = sin(Self.radians(other.longitude - longitude) / 2)
        let chord =
            halfNorth * halfNorth
            + cos(Self.radians(latitude)) * cos(Self.radians(other.latitude)) * halfEast * halfEast
        return 2 * asin(min(1, chord.squareRoot())) * 180 / .pi * Self.metresPerDegree
    }

    /// The compass direction in which the way to `other` begins, one of eight: "N", "NE", …; "N" where both are the
    /// same point.
    package func direction(to other: Coordinate) -> String {
        // From a pole there is only one direction.
        guard abs(latitude) < 90 else { return latitude > 0 ? "S" : "N" }
        let east = Self.radians(other.longitude - longitude)
        let here = Self.radians(latitude)
        let there = Self.radians(other.latitude)
        let bearing = atan2(
            sin(east) * cos(there), cos(here) * sin(there) - sin(here) * cos(there) * cos(east))
        let eighth = Int((bearing / (.pi / 4)).rounded())
        return Self.directions[(eighth + 8) % 8]
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static let directions = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
}
