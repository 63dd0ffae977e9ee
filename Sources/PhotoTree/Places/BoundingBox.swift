/// A box of longitudes and latitudes in degrees, like GeoJSON's `bbox`: where `west` is greater than `east` it crosses
/// the antimeridian (RFC 7946, 5.2).
public struct BoundingBox: Hashable, Sendable {
    public let west: Double
    public let south: Double
    public let east: Double
    public let north: Double

    /// nil when a side is out of range, or south is north of north.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard (-180...180).contains(west), (-180...180).contains(east), (-90...90).contains(south),
            (-90...90).contains(north), south <= north
        else { return nil }
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// Whether the point lies in it, or at most `margin` degrees beside it.
    public func contains(_ point: Coordinate, margin: Double = 0) -> Bool {
        guard (south - margin...north + margin).contains(point.latitude) else { return false }
        let longitude = point.longitude
        return west <= east
            ? (west - margin...east + margin).contains(longitude)
            : longitude >= west - margin || longitude <= east + margin
    }

    /// Its middle, and how far from there its corners are, in metres.
    public var circle: (middle: Coordinate, metres: Double)? {
        let width = west <= east ? east - west : east - west + 360
        let longitude = west + width / 2
        guard
            let middle = Coordinate(
                latitude: (south + north) / 2, longitude: longitude > 180 ? longitude - 360 : longitude)
        else { return nil }
        let corners = [south, north].compactMap { Coordinate(latitude: $0, longitude: west) }
        return (middle, corners.map { $0.metres(to: middle) }.max() ?? 0)
    }

    /// A box that holds a circle; nil where that reaches a pole or across the antimeridian.
    init?(around center: Coordinate, metres: Double) {
        // A little more, so that rounding cuts nothing off.
        let degrees = metres / Coordinate.metresPerDegree * 1.01
        let widest = abs(center.latitude) + degrees
        guard widest < 89 else { return nil }
        let width = degrees / Coordinate.metresPerDegree(atLatitude: widest) * Coordinate.metresPerDegree
        self.init(
            west: center.longitude - width, south: center.latitude - degrees, east: center.longitude + width,
            north: center.latitude + degrees)
    }

    /// The smallest box that contains all of `points`, with a margin on each side of a tenth of its size, at least
    /// 0.01°. It is cut off at the poles, and covers all longitudes where it reaches a pole (RFC 7946, 5.3) or the
    /// margins meet. nil without points.
    public init?(around points: some Sequence<Coordinate>) {
        var south = Double.infinity
        var north = -Double.infinity
        var longitudes: [Double] = []
        for point in points {
            south = min(south, point.latitude)
            north = max(north, point.latitude)
            longitudes.append(point.longitude)
        }
        guard !longitudes.isEmpty else { return nil }
        let margin = max(0.01, (north - south) / 10)
        self.south = max(-90, south - margin)
        self.north = min(90, north + margin)
        (west, east) = self.south == -90 || self.north == 90 ? (-180, 180) : Self.arc(longitudes.sorted())
    }

    /// The box is the circle without the widest gap between neighbouring longitudes. Of equally wide gaps the one
    /// across the antimeridian is left out, so that the box does not cross it without need.
    private static func arc(_ longitudes: [Double]) -> (west: Double, east: Double) {
        var west = longitudes[0]
        var width = longitudes[longitudes.count - 1] - west
        var widest = 360 - width
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
            widest = right - left
            west = right
            width = 360 - widest
        }
        let margin = max(0.01, width / 10)
        guard width + 2 * margin < 360 else { return (-180, 180) }
        let start = west - margin
        let end = west + width + margin
        return (start < -180 ? start + 360 : start, end > 180 ? end - 360 : end)
    }
}
