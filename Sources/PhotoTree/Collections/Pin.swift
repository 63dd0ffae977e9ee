/// A point on the map with a collection of photos taken near it.
public struct Pin: Hashable, Sendable {
    /// The number of its directory, which it keeps when it is moved or renamed.
    public var number: NodeNumber
    /// The name as it was typed.
    public var name: String
    public var coordinate: Coordinate
    /// The identifier of the area that it was made of by its name; empty for a pin that is a point.
    public var area: String
    /// Where it is in words ("3 km W of Paris"); may be empty.
    public var subtitle: String
    /// Which page of the source's results its collection shows, from 1; 0 before the first.
    public var page: Int
    /// Whether another collection was asked for and has not arrived yet.
    public var isAwaitingCollection: Bool

    public init(
        number: NodeNumber, name: String, coordinate: Coordinate, area: String = "", subtitle: String, page: Int,
        isAwaitingCollection: Bool
    ) {
        self.number = number
        self.name = name
        self.coordinate = coordinate
        self.area = area
        self.subtitle = subtitle
        self.page = page
        self.isAwaitingCollection = isAwaitingCollection
    }

    /// Identifies the pin: no two pins have the same point, unless one of them is an area with its middle there.
    public var point: PinPoint { PinPoint(coordinate, area: area) }

    /// The words behind the point, or the name of the place that the pin was made at; without either, the point as it
    /// was typed.
    public var title: String {
        let words =
            switch PinName(name) {
            case .point(_, let words): PinName.withoutRadius(words)
            case .word(let name): PinName.withoutRadius(name)
            case .nearby, nil: ""
            }
        return words.isEmpty ? name : words
    }

    /// The radius around its point in which to search for photos, in metres, where its name has one.
    public var radius: Int? { PinName.radiusInMetres(in: name) }
}

/// A point rounded so that all its spellings are equal: the coordinates to 5 decimals, about a metre. 180° east and
/// west are one meridian, and a pole is one point.
public struct PinPoint: Hashable, Sendable {
    /// In hundred-thousandths of a degree.
    public let latitude: Int
    public let longitude: Int
    /// The identifier of an area whose middle this is; empty for a point.
    public let area: String

    public init(_ coordinate: Coordinate, area: String = "") {
        self.area = area
        latitude = Int((coordinate.latitude * 100_000).rounded())
        let east = Int((coordinate.longitude * 100_000).rounded())
        longitude = abs(latitude) == 9_000_000 ? 0 : east == -18_000_000 ? 18_000_000 : east
    }
}
