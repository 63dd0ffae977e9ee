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
