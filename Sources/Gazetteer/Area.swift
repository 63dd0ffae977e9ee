public import PhotoTree

/// A region, state, island, national park, lake, range or country: a place that is asked for by its box, and whose
/// outline decides which photos were taken in it.
public struct Area: Sendable {
    public enum Kind: String, Sendable {
        case country, region, district, island, park, lake, range
    }

    /// A code of ISO 3166 where there is one ("IT-82"), else one of our own ("~lake-garda-it").
    let code: String
    public let name: String
    /// The code of its country.
    let country: Substring
    /// The codes of the other countries that it reaches into.
    let neighbours: [Substring]
    /// Whether much of it lies in those, so that its country alone does not say where it is: the Alps.
    public let isShared: Bool
    /// GeoNames' code of the first-level region that it is; empty for others.
    let region: Substring
    public let kind: Kind
    /// In its middle.
    public let coordinate: Coordinate
    public let box: BoundingBox
    /// Where its polygons begin in the file of outlines. A country has none: it is what lies in no other.
    let polygons: [Int]
    /// The number of the city that bears its name, and that its name means.
    let seat: Substring
    let population: Int
    /// The largest towns of an area that is too large for a circle.
    public let towns: [Coordinate]

    public var id: PlaceID { PlaceID(Self.prefix + code) }

    static let prefix = "area:"

    /// A line of the table: code, name, country, region, kind, latitude and longitude of the middle, west, south, east
    /// and north in ten-thousandths of a degree, polygons, seat, population, towns, the other countries that it reaches
    /// into, behind a "+" where much of it lies there.
    init?(_ fields: [Substring]) {
        guard fields.count >= 15, let kind = Kind(rawValue: String(fields[4])) else { return nil }
        let degrees = fields[5...10].compactMap { Int($0) }.map { Double($0) / 10_000 }
        guard degrees.count == 6, let middle = Coordinate(latitude: degrees[0], longitude: degrees[1]),
            let box = BoundingBox(west: degrees[2], south: degrees[3], east: degrees[4], north: degrees[5])
        else { return nil }
        code = String(fields[0])
        name = String(fields[1])
        (country, region, self.kind, coordinate, self.box) = (fields[2], fields[3], kind, middle, box)
        polygons = fields[11].split(separator: ",").compactMap { Int($0) }
        seat = fields[12]
        population = Int(fields[13]) ?? 0
        towns = fields[14].split(separator: ";").compactMap { pair in
            let numbers = pair.split(separator: ",").compactMap { Int($0) }.map { Double($0) / 10_000 }
            return numbers.count == 2 ? Coordinate(latitude: numbers[0], longitude: numbers[1]) : nil
        }
        let others = fields.count > 15 ? fields[15] : ""
        isShared = others.hasPrefix("+")
        neighbours = (isShared ? others.dropFirst() : others).split(separator: ",")
    }

    var row: Gazetteer.Row { Gazetteer.Row(fields: fields, fit: 20) }

    /// Whether it was chosen by hand, for its fame.
    var isChosen: Bool { code.hasPrefix("~") }

    func reaches(_ code: Substring) -> Bool { country == code || neighbours.contains(code) }

    /// The fields that it would have in the table of places.
    var fields: [Substring] {
        [
            name[...], country, region, "\(Int((coordinate.latitude * 10_000).rounded()))",
            "\(Int((coordinate.longitude * 10_000).rounded()))", "\(Self.prefix)\(code)", "\(population)",
        ]
    }
}
