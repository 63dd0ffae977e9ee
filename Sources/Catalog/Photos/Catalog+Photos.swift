internal import GRDB
public import PhotoTree

extension Catalog {
    /// What is known of a photo; nil when only its identity is known or nothing, and when its source says that it is
    /// gone.
    public func photo(_ id: PhotoID) async throws(CatalogError) -> Photo? {
        try await photos([id])[id]
    }

    /// What is known of each of `ids`; photos that are gone, or of which only the identity is known or nothing, are
    /// left out.
    public func photos(_ ids: [PhotoID]) async throws(CatalogError) -> [PhotoID: Photo] {
        try await read { db in try PhotoRecord.of(ids, db).compactMapValues { $0.gone == nil ? $0.photo : nil } }
    }

    /// A photo as a listing would show it, without a name; nil when too little is known of it, and when its source says
    /// that it is gone.
    public func entry(of photo: PhotoID) async throws(CatalogError) -> ListingEntry? {
        try await read { db in
            guard let record = try PhotoRecord.of([photo], db)[photo], record.gone == nil, let known = record.photo
            else {
                return nil
            }
            return ListingEntry(
                name: "", photo: known, number: record.number, sidecarNumber: record.number, directoryCount: 0)
        }
    }

    /// How many directories list each of `ids` now; 0 for photos in none.
    public func directoryCounts(of ids: [PhotoID]) async throws(CatalogError) -> [PhotoID: Int] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT COALESCE(SUM(e.directories), 0) FROM photo p
                    JOIN entry e ON e.photo = p.number AND e.hidden = 0 AND e.departed IS NULL WHERE p.id = ?
                    """)
            var counts: [PhotoID: Int] = [:]
            for id in ids {
                counts[id] = try Int.fetchOne(statement, arguments: [id.rawValue]) ?? 0
            }
            return counts
        }
    }

    /// The photo's number, the same in every directory and kept for ever; a new number for a new photo.
    public func number(of photo: PhotoID) async throws(CatalogError) -> NodeNumber {
        let known = try await read { db in try PhotoRecord.number(of: photo, db) }
        if let known { return known }
        let now = now()
        return try await write { db in try PhotoRecord.numberOrNew(of: photo, now: now, db) }
    }

    /// Stores what the source says of a photo now (asked by id: a changed secret, its renditions). The photo is then
    /// not gone, and what is kept of it is confirmed. Listings show the change the next time they are asked for.
    public func update(_ photo: Photo) async throws(CatalogError) {
        let now = now()
        try await write { db in
            let photo = photo.storable
            let known = try PhotoRecord.of([photo.id], db)[photo.id]
            let record = try PhotoRecord.store(photo, over: known, now: now, db) { try NumberSequence.next(db) }
            try KnownFileRecord.confirmAll(of: record.number, at: now, db)
        }
    }
}
