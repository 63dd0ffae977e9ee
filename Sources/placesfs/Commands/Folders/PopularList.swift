internal import Catalog
internal import PhotoTree

/// Where people photograph now, as `placesfs places --popular` prints it: what mounts have learnt of it. Nobody is
/// asked.
struct PopularList {
    private struct Row: Encodable {
        var source: String
        var rank: Int
        var people: Int
        var country: String
        var place: String
        var latitude: Double?
        var longitude: Double?
    }

    /// Those of each source that told of some.
    private var lists: [(source: String, rows: [Row])] = []

    /// What cannot be read is told where something else can.
    ///
    /// - Throws: `.sourceUnknown`, or what keeps the only catalogs from being read; `.failure` when nothing is known.
    init(_ folders: StoredFolders) async throws(CommandFailure) {
        var failures: [CommandFailure] = []
        for state in try StoredState.catalogs(in: folders.state, of: folders.name) {
            let popular: PopularPlaces
            do throws(CatalogError) {
                popular = try await StoredPlaces.popular(at: state.catalog, now: Assembly.now())
            } catch {
                failures.append(CommandFailure(error))
                continue
            }
            let rows = popular.ranked.compactMap { place in
                popular.standings[place.id].map { standing in
                    let namesakes = popular.ranked.count { $0.country == place.country && $0.name == place.name }
                    let name = namesakes > 1 && !place.region.isEmpty ? "\(place.name), \(place.region)" : place.name
                    return Row(
                        source: state.name, rank: standing.rank, people: standing.people, country: place.country,
                        place: name, latitude: place.coordinate?.latitude, longitude: place.coordinate?.longitude)
                }
            }
            if !rows.isEmpty { lists.append((state.name, rows)) }
        }
        guard !lists.isEmpty else {
            if let failure = failures.first { throw failure }
            throw CommandFailure(
                .failure,
                "where people photograph now is not known; mount Flickr or Wikimedia Commons and wait a moment, or read "
                    + "README.txt in the mount")
        }
        for failure in failures { Output.complaint(failure.line) }
    }

    func show(limit: Int?, asJSON: Bool) throws {
        let shown = lists.map { ($0.source, $0.rows.prefix(limit ?? $0.rows.count)) }
        if asJSON { return try Output.json(shown.flatMap(\.1)) }
        let texts = shown.map { source, rows in
            // Several sources count different people.
            (shown.count > 1 ? [PrintableText.line(source, maximumBytes: 200) + ":"] : []) + rows.map(Self.text)
        }
        Output.text(texts.joined().joined(separator: "\n"))
    }

    private static func text(_ row: Row) -> String {
        let blanks = String(repeating: " ", count: max(0, 3 - "\(row.rank)".count))
        return "\(blanks)\(row.rank)  " + PlainText.oneLine("\(row.country)/\(row.place), \(row.people) people")
    }
}
