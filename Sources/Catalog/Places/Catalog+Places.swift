internal import Foundation
internal import GRDB
public import PhotoTree

extension Catalog {
    /// The source's list of top places in its order, and when the source last answered; nil when it never did. The list
    /// may be empty.
    public func topPlaces() async throws(CatalogError) -> (places: [Place], refreshed: Timestamp)? {
        try await read { db in
            guard let refreshed = try PlaceRecord.topRefreshed(db) else { return nil }
            return (try PlaceRecord.all(in: .top, db), refreshed)
        }
    }

    /// Stores the source's answer, even an empty one. Of places with the same id the first counts.
    public func replaceTopPlaces(_ places: [Place]) async throws(CatalogError) {
        let now = now()
        try await write { db in try PlaceRecord.replaceTop(places, now: now, db) }
    }

    /// The directories of places that were in no list for 30 days; `listed` are those in a list now. The 30 days of a
    /// place begin when this call first misses it, so call it once a day.
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

    /// Adds a place, or replaces the added one with its id.
    public func add(_ place: Place) async throws(CatalogError) {
        var added = place
        added.origin = .added
        let now = now()
        try await make { [added] db, made in
            try PlaceRecord.insert(added, in: .added, db)
            try ChangeRecord.note(.country(FileName.directory(added.country)), now: now, db)
            made.append(try .now(place: added.id, db))
        }
    }

    /// Removes an added place and retires its directory: added again, it has a new number and no photos.
    public func remove(_ id: PlaceID) async throws(CatalogError) {
        let now = now()
        try await make { db, made in
            if let country = try PlaceRecord.removeAdded(id, db) {
                made.append(.noPlace(id))
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

    /// Adds a country by its display name; adding it again changes nothing.
    public func addCountry(_ name: String) async throws(CatalogError) {
        let now = now()
        try await make { db, made in
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO country (name) VALUES (?)").execute(arguments: [name])
            guard db.changesCount > 0 else { return }
            try ChangeRecord.note(.places, now: now, db)
            try ChangeRecord.note(.country(FileName.directory(name)), now: now, db)
            made.append(.country(name))
        }
    }

    /// Removes an added country and retires its directory. Earlier versions stored names in the normal form they were
    /// typed in, so this removes all forms.
    public func removeCountry(_ name: String) async throws(CatalogError) {
        let now = now()
        try await make { db, made in
            // Swift's strings are equal in any normal form, SQLite compares bytes.
            let kept = try String.fetchAll(db.cachedStatement(sql: "SELECT name FROM country")).filter { $0 == name }
            for spelling in kept {
                try db.cachedStatement(sql: "DELETE FROM country WHERE name = ?").execute(arguments: [spelling])
                try DirectoryRecord.retire(.country(spelling), now: now, db)
            }
            if !kept.isEmpty {
                try ChangeRecord.note(.places, now: now, db)
                made.append(.noCountry(name))
            }
            try DirectoryRecord.retire(.country(name), now: now, db)
        }
    }
}

extension Catalog {
    /// The source's stored answer about `key`, a folded name.
    public func landmark(named key: String) async throws(CatalogError) -> Landmark? {
        try await read { db in try Landmark.stored(key, db) }
    }

    /// Stores an answer for ever; a later one replaces it.
    public func store(_ landmark: Landmark, named key: String) async throws(CatalogError) {
        try await write { db in
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO landmark (key, title, latitude, longitude) VALUES (?, ?, ?, ?)"
            ).execute(
                arguments: [key, landmark.title, landmark.coordinate.latitude, landmark.coordinate.longitude])
        }
    }
}

extension Landmark {
    fileprivate static func stored(_ key: String, _ db: Database) throws -> Landmark? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT title, latitude, longitude FROM landmark WHERE key = ?"), arguments: [key])
        guard let row = row.map({ CheckedRow(row: $0) }), let title = row.text(0),
            let coordinate = row.coordinate(latitude: 1, longitude: 2)
        else { return nil }
        return Landmark(title: title, coordinate: coordinate)
    }
}

/// Landmarks in a catalog on disk, also beside the daemon that uses it.
public enum StoredLandmarks {
    /// - Parameters:
    ///   - key: A folded name.
    ///   - path: Of the catalog's file.
    /// - Returns: What the source answered about it; nil where nothing was mounted yet.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; `unwritable` for a file that cannot be
    ///   read.
    public static func landmark(named key: String, at path: String) async throws(CatalogError) -> Landmark? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try await StoredCatalog.read(path) { db in try Landmark.stored(key, db) }
    }
}
