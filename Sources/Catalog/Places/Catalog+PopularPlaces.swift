internal import GRDB
public import PhotoTree

extension Catalog {
    /// Where people photograph, by what was told within the last seven days.
    public func popularPlaces() async throws(CatalogError) -> PopularPlaces {
        let now = now()
        return try await read { db in try SentRecord.popular(now, db) }
    }

    /// Stores what was sent last, as the source tells it now; forgets lists of more than seven days.
    public func store(sent places: [PhotographedPlace]) async throws(CatalogError) {
        let now = now()
        try await write { db in try SentRecord.store(places, now: now, db) }
    }
}

/// Where people photograph, by a catalog on disk. Like `StoredFiles` it may be read beside the daemon that uses the
/// catalog.
public enum StoredPlaces {
    /// - Parameters:
    ///   - path: of the catalog's file.
    ///   - now: lists of the seven days before count.
    /// - Returns: none where nothing was told within these days.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; an absent file is `unwritable`.
    public static func popular(at path: String, now: Timestamp) async throws(CatalogError) -> PopularPlaces {
        try await StoredCatalog.read(path) { db in
            // An older version has not asked for it.
            guard try db.tableExists("sentList") else { return PopularPlaces() }
            return try SentRecord.popular(now, db)
        }
    }
}

/// The rows of `sentList` and `sentPhoto`: what the source told of photos that were sent last.
enum SentRecord {
    /// What the lists of the last seven days tell. A list of the future, from before the clock was set back, is none.
    static func popular(_ now: Timestamp, _ db: Database) throws -> PopularPlaces {
        let newest = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT MAX(moment) FROM sentList WHERE moment > ? AND moment <= ?"),
            arguments: [expiry(now), now.rawValue]
        ).flatMap { CheckedRow(row: $0).timestamp(0) }
        guard let newest else { return PopularPlaces() }
        return PopularPlaces(
            told: newest, last: try people(from: newest.rawValue, to: newest.rawValue, db),
            week: try people(from: expiry(now) + 1, to: now.rawValue, db),
            places: try PlaceRecord.all(in: .sent, db))
    }

    static func store(_ places: [PhotographedPlace], now: Timestamp, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM sentList WHERE moment <= ? OR moment >= ?")
            .execute(arguments: [expiry(now), now.rawValue])
        try db.cachedStatement(sql: "INSERT INTO sentList (moment) VALUES (?)").execute(arguments: [now.rawValue])
        let insert = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO sentPhoto (moment, place, person) VALUES (?, ?, ?)")
        for place in places {
            for person in place.people {
                try insert.execute(arguments: [now.rawValue, place.place.id.rawValue, StoredFields.clean(person)])
            }
        }
        let counted = try people(from: expiry(now) + 1, to: now.rawValue, db)
        for known in try PlaceRecord.all(in: .sent, db) where counted[known.id] == nil {
            try PlaceRecord.remove(known.id, from: .sent, db)
        }
        for place in places where counted[place.place.id] != nil { try PlaceRecord.insert(place.place, in: .sent, db) }
    }

    private static func expiry(_ now: Timestamp) -> Int64 {
        (now + (.zero - PopularPlaces.lifetime)).rawValue
    }

    /// How many different people photographed at each place, where they are enough.
    private static func people(from first: Int64, to last: Int64, _ db: Database) throws -> [PlaceID: Int] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT place, COUNT(DISTINCT person) AS people FROM sentPhoto WHERE moment BETWEEN ? AND ?
                GROUP BY place HAVING people >= ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [first, last, PopularPlaces.leastPeople])
        let counts = rows.map(CheckedRow.init).compactMap { row in
            row.text(0).flatMap { place in row.int(1).map { (PlaceID(place), $0) } }
        }
        return Dictionary(counts) { first, _ in first }
    }
}
