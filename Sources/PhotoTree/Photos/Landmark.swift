/// Something with a name and a point, as a source knows it.
public struct Landmark: Hashable, Sendable {
    /// What the source calls it: plain text on one line.
    public var title: String
    public var coordinate: Coordinate

    public init(title: String, coordinate: Coordinate) {
        self.title = title
        self.coordinate = coordinate
    }
}
