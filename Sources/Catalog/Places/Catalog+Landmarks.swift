internal import GRDB
public import PhotoTree

extension Catalog {
    /// The source's stored answer about `key`, a folded name.
    public func landmark(named key: String) async throws(CatalogError) -> Landmark? {
        try await read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT title, latitude, longitude FROM landmark WHERE key = ?"),
                arguments: [key])
            guard let row = row.map({ CheckedRow(row: $0) }), let title = row.text(0),
                let coordinate = row.coordinate(latitude: 1, longitude: 2)
            else { return nil }
            return Landmark(title: title, coordinate: coordinate)
        }
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
