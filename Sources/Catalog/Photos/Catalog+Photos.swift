internal import GRDB
public import PhotoTree

extension Catalog {
    /// What is known of a photo; nil when nothing is, or only its identity.
    public func photo(_ id: PhotoID) async throws(CatalogError) -> Photo? {
        try await photos([id])[id]
    }

    /// What is known of each of `ids`; those of which nothing is known, or only the identity, are left out.
    public func photos(_ ids: [PhotoID]) async throws(CatalogError) -> [PhotoID: Photo] {
        try await read { db in try PhotoRecord.of(ids, db).compactMapValues(\.photo) }
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

    /// Keeps what the source says of a photo now (asked by id: a changed secret, its renditions); it is not gone then.
    /// Listings show it the next time they are asked for.
    public func update(_ photo: Photo) async throws(CatalogError) {
        let now = now()
        try await write { db in
            let photo = photo.storable
            let known = try PhotoRecord.of([photo.id], db)[photo.id]
            _ = try PhotoRecord.store(photo, over: known, now: now, db)
        }
    }

    /// Notes that the source says a photo is gone: its former names end at once, and listings drop it when they are
    /// next replaced, even if the source's search still finds it for up to a day.
    public func markGone(_ id: PhotoID) async throws(CatalogError) {
        let now = now()
        try await write { db in
            let number = try PhotoRecord.numberOrNew(of: id, now: now, db)
            try db.cachedStatement(sql: "UPDATE photo SET gone = ? WHERE number = ?")
                .execute(arguments: [now.rawValue, Int64(number.rawValue)])
            try EntryRecord.forgetFormer(of: number, db)
        }
    }
}
