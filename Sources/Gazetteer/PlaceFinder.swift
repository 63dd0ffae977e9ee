import Glibc
public import PhotoTree

/// Which place of the gazetteer a person would name for a point: the largest whose reach holds it, else the nearest
/// within 25 km, else the region, else the country.
///
/// The nearest alone is often wrong: a district has a line of its own (Testaccio lies in Rome). It is made for many
/// points: it holds the places by squares of one degree, a few megabytes, and finds one in microseconds.
public struct PlaceFinder: Sendable {
    /// What was found; nothing is where no line of the gazetteer is intact.
    public enum Found: Hashable, Sendable {
        case place(Place)
        /// No place is near. The identifier of the region's area, its name and its country.
        case region(PlaceID, name: String, country: String)
        case country(String)
    }

    private struct Town {
        var latitude: Int32
        var longitude: Int32
        var people: Int32
        /// Where its line begins in the table.
        var line: Int32

        var coordinate: Coordinate? {
            Coordinate(latitude: Double(latitude) / 10_000, longitude: Double(longitude) / 10_000)
        }
    }

    /// In metres.
    private static let nearest = 25_000.0

    private let gazetteer: Gazetteer
    /// By square of one degree; `square` numbers them.
    private let towns: [Int: [Town]]
    /// All of them, and where each stands on a sphere of radius 1: a product tells who is nearer, without an angle.
    private let all: [Town]
    private let directions: [SIMD3<Float>]
    /// In degrees of latitude: what lies farther away reaches nowhere.
    private let farthest: Double
    /// The regions by the places of their polygons in the file of outlines.
    private let regions: [Int: Area]
    /// By place: `places/` shows one of two lines at the same point.
    private let listed: [Coordinate: Place]

    public init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        var towns: [Int: [Town]] = [:]
        var most: Int32 = 0
        gazetteer.full.forEachPlace { line, latitude, longitude, people in
            let town = Town(
                latitude: Int32(latitude), longitude: Int32(longitude), people: Int32(clamping: people),
                line: Int32(clamping: line))
            guard let point = town.coordinate else { return }
            most = max(most, town.people)
            towns[Self.square(point.latitude, point.longitude), default: []].append(town)
        }
        self.towns = towns
        all = towns.values.flatMap(\.self)
        directions = all.map { town in Self.direction(Double(town.latitude) / 10_000, Double(town.longitude) / 10_000) }
        farthest = max(Self.nearest, Self.reach(of: most)) / Coordinate.metresPerDegree
        var regions: [Int: Area] = [:]
        for area in gazetteer.areas.records().compactMap(Area.init) where area.kind == .region {
            for polygon in area.polygons { regions[polygon] = area }
        }
        self.regions = regions
        listed = Dictionary(
            gazetteer.listed.compactMap { place in place.coordinate.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// In metres: how far a place of so many people reaches.
    private static func reach(of people: Int32) -> Double { 1_100 * (Double(people) / 20_000).squareRoot() }

    /// Nil only where the gazetteer is damaged.
    public func place(at point: Coordinate) -> Found? {
        var largest: Town?
        var nearest: (town: Town, metres: Double)?
        for square in squares(around: point) {
            for town in towns[square] ?? [] where isNear(town, point) {
                guard let metres = town.coordinate?.metres(to: point) else { continue }
                if metres <= Self.reach(of: town.people), town.people > largest?.people ?? 0 { largest = town }
                if metres <= Self.nearest, metres < nearest?.metres ?? .infinity { nearest = (town, metres) }
            }
        }
        if let place = (largest ?? nearest?.town).flatMap(place) { return .place(place) }
        let outline = gazetteer.outlines.region(at: point)
        if let region = outline.flatMap({ regions[$0.polygon] }),
            let country = gazetteer.countries.name(of: region.country)
        {
            return .region(region.id, name: region.name, country: country)
        }
        let country = outline.flatMap { gazetteer.countries.name(of: $0.country[...]) }
        return (country ?? farPlace(point)?.country).map { .country($0) }
    }

    /// The nearest place to a point at sea.
    private func farPlace(_ point: Coordinate) -> Place? {
        let here = Self.direction(point.latitude, point.longitude)
        var best: (index: Int, nearness: Float)?
        for index in directions.indices {
            let nearness = (directions[index] * here).sum()
            if nearness > best?.nearness ?? -2 { best = (index, nearness) }
        }
        return best.flatMap { place(all[$0.index]) }
    }

    private static func direction(_ latitude: Double, _ longitude: Double) -> SIMD3<Float> {
        let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
        return SIMD3(Float(cos(north) * cos(east)), Float(cos(north) * sin(east)), Float(sin(north)))
    }

    private func place(_ town: Town) -> Place? {
        if let shown = town.coordinate.flatMap({ listed[$0] }) { return shown }
        return gazetteer.full.record(at: Int(town.line)).flatMap { fields in
            fields.count >= 6 ? gazetteer.place(fields, country: gazetteer.countries.name(of: fields[1])) : nil
        }
    }

    /// By latitude alone, which costs no distance.
    private func isNear(_ town: Town, _ point: Coordinate) -> Bool {
        abs(Double(town.latitude) / 10_000 - point.latitude) <= farthest
    }

    private static func square(_ latitude: Double, _ longitude: Double) -> Int {
        let column = (Int(longitude.rounded(.down)) + 180) % 360
        return (Int(latitude.rounded(.down)) + 90) * 360 + column
    }

    private func squares(around point: Coordinate) -> Set<Int> {
        // Close to a pole all meridians are near.
        let edge = abs(point.latitude) + farthest
        let width = edge < 89.9 ? min(180, farthest / cos(edge * .pi / 180)) : 180
        var squares: Set<Int> = []
        for latitude in stride(from: max(-90, point.latitude - farthest), through: 90, by: 1) {
            let latitude = min(latitude, min(90, point.latitude + farthest))
            for east in stride(from: -width, through: width + 1, by: 1) {
                var longitude = point.longitude + min(east, width)
                if longitude >= 180 { longitude -= 360 }
                if longitude < -180 { longitude += 360 }
                squares.insert(Self.square(latitude, longitude))
            }
            if latitude >= point.latitude + farthest { break }
        }
        return squares
    }
}

extension Gazetteer {
    /// The name that is shown for a country's code.
    public func name(ofCountry code: Substring) -> String? { countries.name(of: code) }
}
