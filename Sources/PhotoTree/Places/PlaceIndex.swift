import Synchronization

/// The countries and places that `places/` shows, by the names it shows.
public struct PlaceIndex: Sendable {
    public struct Country: Sendable {
        public let name: String
        /// Made by `mkdir`, and shown even while it contains no place.
        public let isAdded: Bool
        fileprivate let named: NamedPlaces

        fileprivate init(name: String, places: [Place], isAdded: Bool) {
            self.name = name
            self.isAdded = isAdded
            named = NamedPlaces(places)
        }

        /// How many places it shows.
        public var count: Int { named.places.count }

        /// The identifiers of all its places; makes no names.
        public var identifiers: [PlaceID] { named.places.map(\.id) }

        /// In alphabetical order.
        public var places: [Entry] { named.names.entries }

        public func place(named name: String) -> Entry? {
            named.names.entry(named: name)
        }

        /// Whether the same places are shown, under the same names.
        public func shows(sameAs other: Country) -> Bool {
            named.places == other.named.places
        }

        /// The place with this name, in any case.
        public func place(likeNamed name: String) -> Entry? {
            let key = FileName.key(name)
            return places.first { FileName.key($0.name) == key }
        }

        /// The place whose name has the same letters, if there is only one.
        public func place(spelledLike name: String) -> Entry? {
            let key = SearchKey.of(name)
            guard !key.isEmpty else { return nil }
            let found = places.filter { SearchKey.of($0.name) == key }
            return found.count == 1 ? found[0] : nil
        }
    }

    public struct Entry: Sendable, Hashable {
        public var name: String
        public var place: Place
    }

    /// In alphabetical order.
    public let countries: [Country]
    private let countryByName: [String: Int]
    private let countryByID: [PlaceID: Int]

    /// The nearest place whose photos would show `point`: at most 10 km away.
    public func place(near point: Coordinate) -> Place? {
        var nearest: (place: Place, metres: Double)?
        for place in countries.lazy.flatMap(\.named.places) {
            let reach = nearest?.metres ?? Self.reach
            guard let middle = place.coordinate,
                abs(middle.latitude - point.latitude) * Coordinate.metresPerDegree <= reach
            else { continue }
            let metres = middle.metres(to: point)
            if metres <= reach { nearest = (place, metres) }
        }
        return nearest?.place
    }

    /// In metres: searches by position go no further.
    package static let reach = 10_000.0

    /// An index of places that are all shown.
    package init(listed places: [Place]) {
        self.init(places, []) { _, _ in false }
    }

    /// An index in which an added place is shown once, though the source also lists it: its identifier or its name at
    /// the same spot is the same, or `areOne` says so, of a listed place and an added one.
    package init(_ places: [Place], _ addedCountries: [String], areOne: (Place, Place) -> Bool) {
        var grouped: [String: [PlaceID: Place]] = [:]
        var directories: [String: String] = [:]
        for place in places {
            let country = directories[place.country] ?? FileName.directory(place.country)
            directories[place.country] = country
            if grouped[country]?[place.id]?.origin != .added {
                grouped[country, default: [:]][place.id] = place
            }
        }
        let added = Set(addedCountries.map(FileName.directory))
        for country in added where grouped[country] == nil {
            grouped[country] = [:]
        }
        countries = Self.sorted(
            grouped.map { name, places in
                Country(name: name, places: Self.withoutTwins(places, areOne), isAdded: added.contains(name))
            }, by: { $0.name })
        countryByName = Dictionary(
            countries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var byID: [PlaceID: Int] = [:]
        for (index, country) in countries.enumerated() {
            for place in country.named.places { byID[place.id] = index }
        }
        countryByID = byID
    }

    public func country(named name: String) -> Country? {
        countryByName[name].flatMap { countries[$0].name.hasBytes(of: name) ? countries[$0] : nil }
    }

    /// The country with this name, in any case.
    public func country(likeNamed name: String) -> Country? {
        let key = FileName.key(name)
        return countries.first { FileName.key($0.name) == key }
    }

    package func lists(_ id: PlaceID) -> Bool { countryByID[id] != nil }

    /// A place with the name it has in its country's directory.
    public func entry(of id: PlaceID) -> (country: String, entry: Entry)? {
        guard let country = countryByID[id].map({ countries[$0] }) else { return nil }
        return country.named.names.entry(of: id).map { (country.name, $0) }
    }

    private static func withoutTwins(_ places: [PlaceID: Place], _ areOne: (Place, Place) -> Bool) -> [Place] {
        let added = places.values.filter { $0.origin == .added }
        guard !added.isEmpty else { return Array(places.values) }
        let byKey = Dictionary(grouping: added) { FileName.key($0.name) }
        return places.values.filter { place in
            guard place.origin != .added else { return true }
            let namesakes = byKey[FileName.key(place.name)] ?? []
            return !namesakes.contains { areTwins($0, place) } && !added.contains { areOne(place, $0) }
        }
    }

    /// Sources differ about the middle of a city; two different places of the same name are more than half a degree
    /// apart.
    package static func areTwins(_ one: Place, _ other: Place) -> Bool {
        guard FileName.key(one.name) == FileName.key(other.name) else { return false }
        guard let here = one.coordinate, let there = other.coordinate else { return true }
        let east = abs(here.longitude - there.longitude)
        return abs(here.latitude - there.latitude) < 0.5 && min(east, 360 - east) < 0.5
    }

    fileprivate static func sorted<Element>(_ elements: [Element], by name: (Element) -> String) -> [Element] {
        elements.map { (key: SearchKey.unaccented(name($0)), element: $0) }
            .sorted { ($0.key, name($0.element)) < ($1.key, name($1.element)) }
            .map(\.element)
    }
}

/// A country's places by the names that its directory shows. The names are made at the first use: a mount begins with a
/// hundred countries, of which few are opened.
private final class NamedPlaces: Sendable {
    struct Names: Sendable {
        /// In alphabetical order.
        let entries: [PlaceIndex.Entry]
        private let byName: [String: Int]
        private let byID: [PlaceID: Int]

        fileprivate init(_ places: [Place]) {
            let names = PlaceNames.assign(places)
            entries = PlaceIndex.sorted(
                places.map { PlaceIndex.Entry(name: names[$0.id] ?? FileName.directory($0.name), place: $0) },
                by: { $0.name })
            byName = Dictionary(entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
            byID = Dictionary(entries.enumerated().map { ($1.place.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        func entry(named name: String) -> PlaceIndex.Entry? {
            byName[name].flatMap { entries[$0].name.hasBytes(of: name) ? entries[$0] : nil }
        }

        func entry(of id: PlaceID) -> PlaceIndex.Entry? {
            byID[id].map { entries[$0] }
        }
    }

    /// By identifier, so that the same places give the same array.
    let places: [Place]
    private let made = Mutex<Names?>(nil)

    init(_ places: [Place]) {
        self.places = places.sorted { $0.id < $1.id }
    }

    var names: Names {
        made.withLock { made in
            if let made { return made }
            let names = Names(places)
            made = names
            return names
        }
    }
}
