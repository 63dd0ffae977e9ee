import Synchronization

/// A country's places under the names its directory shows them by. The names are made when somebody first looks: a mount
/// begins with a hundred countries, of which few are opened.
final class NamedPlaces: Sendable {
    struct Names: Sendable {
        /// In alphabetical order.
        let entries: [PlaceIndex.Entry]
        private let byName: [String: Int]
        private let byID: [PlaceID: Int]

        fileprivate init(_ places: [Place]) {
            let names = PlaceNames.assign(places)
            entries = PlaceIndex.sorted(
                places.map { PlaceIndex.Entry(name: names[$0.id] ?? FileName.directory($0.name), place: $0) },
                by: \.name)
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

    /// By identifier, so that the same places are the same array.
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
