internal import GRDB
public import PhotoTree

extension Catalog {
    /// What is known of a photo; nil when nothing is, or only its identity, and when its source says that it is gone.
    public func photo(_ id: PhotoID) async throws(CatalogError) -> Photo? {
        try await photos([id])[id]
    }

    /// What is known of each of `ids`; those of which nothing is known, or only the identity, and those that are gone
    /// are left out.
    public func photos(_ ids: [PhotoID]) async throws(CatalogError) -> [PhotoID: Photo] {
        try await read { db in try PhotoRecord.of(ids, db).compactMapValues { $0.gone == nil ? $0.photo : nil } }
    }

    /// In how many directories each of `ids` is listed now; 0 for those in none.
    public func directoryCounts(of ids: [PhotoID]) async throws(CatalogError) -> [PhotoID: Int] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT COALESCE(SUM(e.directories), 0) FROM photo p
                    JOIN entry e ON e.photo = p.number AND e.departed IS NULL WHERE p.id = ?
                    """)
            var counts: [PhotoID: Int] = [:]
            for id in ids {
                counts[id] = try Int.fetchOne(statement, arguments: [id.rawValue]) ?? 0
            }
            return counts
        }
    }

    /// The photo's number, the same in every directory and kept for ever; a new one for a photo never heard of.
    public func number(of photo: PhotoID) async throws(CatalogError) -> NodeNumber {
        let known = try await read { db in try PhotoRecord.number(of: photo, db) }
        if let known { return known }
        let now = now()
        return try await write { db in try PhotoRecord.numberOrNew(of: photo, now: now, db) }
    }

    /// Keeps what the source says of a photo now (asked by id: a changed secret, its renditions); it is not gone then, and
    /// what is kept of it is confirmed. Listings show it the next time they are asked for.
    public func update(_ photo: Photo) async throws(CatalogError) {
        let now = now()
        try await write { db in
            let photo = photo.storable
            let known = try PhotoRecord.of([photo.id], db)[photo.id]
            let record = try PhotoRecord.store(photo, over: known, now: now, db) { try NumberSequence.next(db) }
            try db.cachedStatement(sql: "UPDATE learntFile SET confirmed = ? WHERE photo = ?")
                .execute(arguments: [now.rawValue, record.number.stored])
        }
    }
}
