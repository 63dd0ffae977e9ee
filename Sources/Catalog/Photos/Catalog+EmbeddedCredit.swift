internal import Foundation
internal import GRDB
public import PhotoTree

extension Catalog {
    /// The bytes to insert into the image when it is read; nil while that is not decided.
    public func embeddedSegments(in key: ImageKey) async throws(CatalogError) -> EmbeddedSegments? {
        try await read { db in try EmbeddedCreditRecord.segments(of: key, db) }
    }

    /// Stores the bytes to insert into an image, for as long as the source does not replace the image.
    public func embed(_ decision: EmbeddedDecision) async throws(CatalogError) {
        let now = now()
        try await write { db in try EmbeddedCreditRecord.store(decision, now: now, db) }
    }

    /// Forgets decisions made by another rule than this one. Call it once, before anything is served.
    public func forgetEmbedded(unless rule: String) async throws(CatalogError) {
        try await write { db in
            let isNeeded = try Row.fetchOne(
                db, sql: "SELECT 1 FROM embeddedCredit WHERE choice <> ? LIMIT 1", arguments: [rule])
            guard isNeeded != nil else { return }
            try db.execute(sql: "DELETE FROM embeddedCredit WHERE choice <> ?", arguments: [rule])
        }
    }
}
