/// What a source is asked for to find the photos of an area: its box, and a test of what comes.
public struct PhotoArea: Hashable, Sendable {
    /// Identifies it; two with one are equal.
    public let id: PlaceID
    public let name: String
    public let box: BoundingBox
    /// Its largest towns, where it is too large for one circle.
    public let towns: [Coordinate]
    private let test: @Sendable (Coordinate) -> Bool

    public init(
        id: PlaceID, name: String, box: BoundingBox, towns: [Coordinate], test: @escaping @Sendable (Coordinate) -> Bool
    ) {
        (self.id, self.name, self.box, self.towns, self.test) = (id, name, box, towns, test)
    }

    /// Whether a photo was taken in it; one without a position was not.
    public func holds(_ photo: Photo) -> Bool {
        photo.coordinate.map(test) ?? false
    }

    public func holds(_ point: Coordinate) -> Bool { test(point) }

    public static func == (one: PhotoArea, other: PhotoArea) -> Bool { one.id == other.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
