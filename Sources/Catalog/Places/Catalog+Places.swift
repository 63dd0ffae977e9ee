internal import GRDB
public import PhotoTree

extension Catalog {
    /// The source's list of top places in its order and when it was last asked; nil when it never answered. The list
    /// may be empty.
    public func topPlaces() async throws(CatalogError) -> (places: [Place], refreshed: Timestamp)? {
        try await read { db in
            guard let refreshed = try PlaceRecord.topRefreshed(db) else { return nil }
            return (try PlaceRecord.all(in: .top, db), refreshed)
        }
    }

    /// Keeps the source's answer, also an empty one. Of places with the same id the first counts.
    public func replaceTopPlaces(_ places: [Place]) async throws(CatalogError) {
        let now = now()
        try await write { db in try PlaceRecord.replaceTop(places, now: now, db) }
    }

    /// The directories of places that no list has shown for 30 days; `listed` are those that one shows now. The days of a
    /// place begin when it is first missed here, so ask once a day.
    public func departedPlaces(
        besides listed: Set<DirectoryKey>
    ) async throws(CatalogError) -> [DirectoryKey] {
        let now = now()
        return try await write { db in try DirectoryRecord.departedPlaces(besides: listed, now: now, db) }
    }

    /// The places the user added, in the order they were added; their origin is `added`.
    public func addedPlaces() async throws(CatalogError) -> [Place] {
        try await read { db in try PlaceRecord.all(in: .added, db) }
    }

    /// Adds a place, or puts it in place of the added one with its id.
    public func add(_ place: Place) async throws(CatalogError) {
        var added = place
        added.origin = .added
        let now = now()
        try await write { [added] db in
            try PlaceRecord.insert(added, in: .added, db)
            try ChangeRecord.note(.country(FileName.directory(added.country)), now: now, db)
        }
    }

    /// Takes an added place away and retires its directory: added again, it has a new number and no photos.
    public func remove(_ id: PlaceID) async throws(CatalogError) {
        let now = now()
        try await write { db in
            if let country = try PlaceRecord.removeAdded(id, db) {
                try ChangeRecord.note(.country(FileName.directory(country)), now: now, db)
            }
            try DirectoryRecord.retire(.place(id), now: now, db)
        }
    }

    /// The names of countries the user added, in the order of their bytes.
    public func addedCountries() async throws(CatalogError) -> [String] {
        try await read { db in
            try String.fetchAll(db.cachedStatement(sql: "SELECT name FROM country ORDER BY name"))
        }
    }

    /// Adds a country by its display name; once more changes nothing.
    public func addCountry(_ name: String) async throws(CatalogError) {
        let now = now()
        try await write { db in
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO country (name) VALUES (?)").execute(arguments: [name])
            guard db.changesCount > 0 else { return }
            try ChangeRecord.note(.places, now: now, db)
            try ChangeRecord.note(.country(FileName.directory(name)), now: now, db)
        }
    }

    /// Takes an added country away and retires its directory. Earlier versions kept names in the normal form they were
    /// typed in: all forms go.
    public func removeCountry(_ name: String) async throws(CatalogError) {
        let now = now()
        try await write { db in
            // Strings are equal in any normal form, SQLite's only byte by byte.
            let kept = try String.fetchAll(db.cachedStatement(sql: "SELECT name FROM country")).filter { $0 == name }
            for spelling in kept {
                try db.cachedStatement(sql: "DELETE FROM country WHERE name = ?").execute(arguments: [spelling])
                try DirectoryRecord.retire(.country(spelling), now: now, db)
            }
            if !kept.isEmpty { try ChangeRecord.note(.places, now: now, db) }
            try DirectoryRecord.retire(.country(name), now: now, db)
        }
    }
}
