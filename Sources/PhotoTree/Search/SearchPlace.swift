/// Where the photos of a search must have been taken.
public enum SearchPlace: Hashable, Sendable {
    case circle(Coordinate, radiusInMetres: Int)
    case area(PhotoArea)

    public func holds(_ photo: Photo) -> Bool {
        switch self {
        case .circle(let center, let radius): photo.coordinate.map { $0.metres(to: center) <= Double(radius) } ?? false
        case .area(let area): area.holds(photo)
        }
    }

    /// Its middle; nil for an area that reaches round the world.
    public var middle: Coordinate? {
        switch self {
        case .circle(let center, _): center
        case .area(let area): area.box.circle?.middle
        }
    }

    /// A box that holds it.
    public var box: BoundingBox? {
        switch self {
        case .circle(let center, let radius): BoundingBox(around: center, metres: Double(radius))
        case .area(let area): area.box
        }
    }

    /// All names of one place have one identity.
    public var identity: String {
        switch self {
        case .circle(let center, let radius):
            let point = PinPoint(center)
            return "\(point.latitude),\(point.longitude) r\(radius)"
        case .area(let area): return "\(area.id)"
        }
    }
}
