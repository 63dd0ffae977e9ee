internal import GRDB
public import PhotoTree

// How long kept bytes of a photo may be served without asking its source: they count as old as their download, or as
// the source's last answer about the photo.
extension Catalog {
    /// When the image was fetched, or the source last said that the photo exists; nil when neither is known, and
    /// `.outdated` when the source has named other files of the photo since.
    public func confirmed(_ key: ImageKey) async throws(CatalogError) -> Timestamp? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT f.confirmed FROM learntFile f JOIN photo p ON p.number = f.photo
                    WHERE p.id = ? AND f.rendition = ?
                    """)
            let row = try Row.fetchOne(statement, arguments: [key.photo.rawValue, key.rendition])
            return row.flatMap { CheckedRow(row: $0).timestamp(0) }
        }
    }

    /// The whole image was fetched just now.
    public func noteFetched(_ key: ImageKey) async throws(CatalogError) {
        let now = now()
        try await write { db in try KnownFileRecord.confirm(key, at: now, db) }
    }
}

extension Timestamp {
    /// Stands for the confirmation of an image whose photo has other files now. No clock tells this time.
    public static let outdated = Timestamp(.min)
}
