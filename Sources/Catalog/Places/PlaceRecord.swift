internal import GRDB
internal import PhotoTree

/// A row of `place`: a place in the source's list of top places, or one the user added.
struct PlaceRecord {
    enum List: String {
        case top, added
        /// What is known of places that are kept offline.
        case kept
        /// What is known of places where people photographed within seven days.
        case sent
    }

    static func all(in list: List, _ db: Database) throws -> [Place] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, name, region, country, latitude, longitude, sourceKeys, origin FROM place
                WHERE list = ? ORDER BY position
                """)
        return try Row.fetchAll(statement, arguments: [list.rawValue]).compactMap { place(CheckedRow(row: $0)) }
    }

    private static func place(_ row: CheckedRow) -> Place? {
        guard let id = row.text(0), let name = row.text(1), let country = row.text(3) else { return nil }
        return Place(
            id: PlaceID(id), name: name, region: row.text(2) ?? "", country: country,
            coordinate: row.coordinate(latitude: 4, longitude: 5),
            sourceKeys: StoredFields.split(pairs: row.text(6) ?? ""),
            origin: row.text(7).flatMap(Place.Origin.init) ?? .source
        ).bounded
    }

    /// Adds the place at the end of a list, or replaces the one with its id.
    static func insert(_ place: Place, in list: List, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO place
                    (list, position, id, name, region, country, latitude, longitude, sourceKeys, origin)
                VALUES (?1, (SELECT COALESCE(MAX(position), 0) + 1 FROM place WHERE list = ?1),
                    ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT (list, id) DO UPDATE SET name = excluded.name, region = excluded.region,
                    country = excluded.country, latitude = excluded.latitude, longitude = excluded.longitude,
                    sourceKeys = excluded.sourceKeys, origin = excluded.origin
                """)
        let keys = place.sourceKeys.map { (StoredFields.clean($0.key), StoredFields.clean($0.value)) }
        let arguments: [(any DatabaseValueConvertible)?] = [
            list.rawValue, place.id.rawValue, StoredFields.clean(place.name), StoredFields.clean(place.region),
            StoredFields.clean(place.country), place.coordinate?.latitude, place.coordinate?.longitude,
            StoredFields.join(Dictionary(keys) { first, _ in first }), place.origin.rawValue,
        ]
        try statement.execute(arguments: StatementArguments(arguments))
    }

    static func replaceTop(_ places: [Place], now: Timestamp, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM place WHERE list = ?").execute(arguments: [List.top.rawValue])
        var seen: Set<PlaceID> = []
        for place in places where seen.insert(place.id).inserted {
            try insert(place, in: .top, db)
        }
        try db.cachedStatement(sql: "UPDATE state SET topPlacesRefreshed = ?").execute(arguments: [now.rawValue])
    }

    static func topRefreshed(_ db: Database) throws -> Timestamp? {
        let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT topPlacesRefreshed FROM state"))
        return row.flatMap { CheckedRow(row: $0).timestamp(0) }
    }

    static func remove(_ id: PlaceID, from list: List, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM place WHERE list = ? AND id = ?")
            .execute(arguments: [list.rawValue, id.rawValue])
    }

    /// Returns the country it was in; nil when there was no such place.
    static func removeAdded(_ id: PlaceID, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(sql: "DELETE FROM place WHERE list = ? AND id = ? RETURNING country")
        return try String.fetchAll(statement, arguments: [List.added.rawValue, id.rawValue]).first
    }
}
