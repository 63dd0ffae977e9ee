internal import GRDB
public import PhotoTree

// Until when what is kept of a photo may be served without asking its source. Cached bytes are as old as their download,
// or as the source's last word on the photo.
extension Catalog {
    /// When the image came or the source last said that the photo is there; nil when neither is known.
    public func confirmed(_ key: ImageKey) async throws(CatalogError) -> Timestamp? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT f.confirmed FROM learntFile f JOIN photo p ON p.number = f.photo
                    WHERE p.id = ? AND f.rendition = ?
                    """)
            let row = try Row.fetchOne(statement, arguments: [key.photo.rawValue, key.rendition])
            return row.flatMap { LenientRow(row: $0).timestamp(0) }
        }
    }

    /// The whole image came just now.
    public func noteFetched(_ key: ImageKey) async throws(CatalogError) {
        let now = now()
        try await write { db in try LearntFileRecord.confirm(key, at: now, db) }
    }
}
