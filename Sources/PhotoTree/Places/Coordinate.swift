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
