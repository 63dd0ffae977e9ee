internal import GRDB
internal import PhotoTree

extension Catalog {
    /// Deletes names that expired. Of photos that no directory listed for 30 days it keeps only the identity and what
    /// was learnt of their files, and the credit of those that were fetched. Once a day is enough.
    public func prune() async throws(CatalogError) {
        let expiry = EntryRecord.expiry(now())
        try await write { db in
            try db.cachedStatement(sql: "DELETE FROM entry WHERE departed <= ?").execute(arguments: [expiry])
            try FormerTagRecord.removeExpired(expiry, db)
            try CreditRecord.storeCredits(unlistedUntil: expiry, db)
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE photo SET unlisted = NULL, title = NULL, description = NULL, owner = NULL,
                        ownerName = NULL, licenseID = NULL, licenseName = NULL, licenseURL = NULL, taken = NULL,
                        uploaded = NULL, latitude = NULL, longitude = NULL, accuracy = NULL, tags = NULL,
                        views = NULL, pageURL = NULL, renditions = NULL, sourceAttributes = NULL,
                        viewed = NULL
                    WHERE unlisted <= ?
                    AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.photo = photo.number AND entry.departed IS NULL)
                    """)
            try statement.execute(arguments: [expiry])
            try EmbeddedCreditRecord.removeForgotten(db)
        }
    }

    /// Reads all indexes once: call it for `status`, not for every operation.
    public func counts() async throws(CatalogError) -> CatalogCounts {
        try await read { db in
            CatalogCounts(
                photos: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM photo WHERE title IS NOT NULL") ?? 0,
                listings: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM listing") ?? 0,
                names: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM entry") ?? 0,
                pins: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM pin") ?? 0,
                topics: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM topic") ?? 0,
                recents: try DirectoryRecord.number(of: .recents, db)
                    .map { try EntryRecord.listedPhotos(in: $0, db).count } ?? 0)
        }
    }
}
