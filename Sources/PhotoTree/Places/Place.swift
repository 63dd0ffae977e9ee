/// Identifies a place across renames: "woe:44418" from a source, "geoname:2988507" from the gazetteer.
public struct PlaceID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    public static func < (left: PlaceID, right: PlaceID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A city or famous spot with a directory under `places/<country>/`.
public struct Place: Hashable, Sendable, Codable {
    /// Where a place in the tree came from; `rmdir` may remove only an added one.
    public enum Origin: String, Sendable, Codable {
        case source, gazetteer, added
    }

    public var id: PlaceID
    /// The most detailed part of its name ("Paris"); untrusted text.
    public var name: String
    /// The part between name and country ("Île-de-France"); may be empty.
    public var region: String
    public var country: String
    public var coordinate: Coordinate?
    /// The keys by which its source searches for it ("woeid": "615702").
    public var sourceKeys: [String: String]
    public var origin: Origin

    public init(
        id: PlaceID, name: String, region: String = "", country: String, coordinate: Coordinate? = nil,
        sourceKeys: [String: String] = [:], origin: Origin
    ) {
        self.id = id
        self.name = name
        self.region = region
        self.country = country
        self.coordinate = coordinate
        self.sourceKeys = sourceKeys
        self.origin = origin
    }
}

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

/// A place, and who sent photos that were taken there.
public struct PhotographedPlace: Hashable, Sendable {
    public var place: Place
    public var people: Set<String>

    public init(place: Place, people: Set<String>) {
        self.place = place
        self.people = people
    }
}
