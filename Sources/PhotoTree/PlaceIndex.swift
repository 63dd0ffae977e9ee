/// The countries and places that `places/` shows, under the names it shows them by.
public struct PlaceIndex: Sendable {
    public struct Country: Sendable {
        public var name: String
        /// In alphabetical order.
        public var places: [Entry]
        /// Made by `mkdir`, and there even while it holds no place.
        public var isAdded: Bool
        private var byName: [String: Int]

        fileprivate init(name: String, places: [Place], isAdded: Bool) {
            self.name = name
            self.isAdded = isAdded
            let names = PlaceNames.assign(places)
            let entries = places.map { Entry(name: names[$0.id] ?? FileName.directory($0.name), place: $0) }
            self.places = PlaceIndex.sorted(entries, by: \.name)
            byName = Dictionary(self.places.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        public func place(named name: String) -> Entry? {
            byName[name].map { places[$0] }
        }
    }

    public struct Entry: Sendable, Hashable {
        public var name: String
        public var place: Place
    }

    /// In alphabetical order.
    public let countries: [Country]
    private let countryByName: [String: Int]
    private let entryByID: [PlaceID: (country: Int, place: Int)]

    /// An added place that the source also lists is shown once, as added.
    public init(places: [Place], addedCountries: [String]) {
        var grouped: [String: [PlaceID: Place]] = [:]
        for place in places {
            let country = FileName.directory(place.country)
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
                Country(name: name, places: places.values.sorted { $0.id < $1.id }, isAdded: added.contains(name))
            }, by: \.name)
        countryByName = Dictionary(
            countries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var byID: [PlaceID: (country: Int, place: Int)] = [:]
        for (index, country) in countries.enumerated() {
            for (position, entry) in country.places.enumerated() {
                byID[entry.place.id] = (index, position)
            }
        }
        entryByID = byID
    }

    public func country(named name: String) -> Country? {
        countryByName[name].map { countries[$0] }
    }

    /// A place with the name it has in its country's directory.
    public func entry(of id: PlaceID) -> (country: String, entry: Entry)? {
        entryByID[id].map { (countries[$0.country].name, countries[$0.country].places[$0.place]) }
    }

    private static func sorted<Element>(_ elements: [Element], by name: KeyPath<Element, String>) -> [Element] {
        elements.map { (key: FileName.key($0[keyPath: name]), element: $0) }
            .sorted { ($0.key, $0.element[keyPath: name]) < ($1.key, $1.element[keyPath: name]) }
            .map(\.element)
    }
}
