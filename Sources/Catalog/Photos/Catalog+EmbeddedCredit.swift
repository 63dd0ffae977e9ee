internal import Foundation
internal import GRDB
public import PhotoTree

extension Catalog {
    /// What is put into the image as it is read; nil while that is not decided.
    public func embeddedSegments(in key: ImageKey) async throws(CatalogError) -> EmbeddedSegments? {
        try await read { db in try EmbeddedCreditRecord.segments(of: key, db) }
    }

    /// Keeps what is put into the image, for as long as the source does not replace it; answers what was decided first,
    /// which stands. `choice` is what the user wants embedded, by its name; `replacing` says that what was decided before is
    /// of another file; `before` is what was known of the file already: copies made then are the source's bytes, and are
    /// credited by their digest.
    public func embed(
        _ segments: EmbeddedSegments, in key: ImageKey, choice: String, replacing: Bool = false,
        before: LearntFile? = nil
    ) async throws(CatalogError) -> EmbeddedSegments {
        let now = now()
        return try await write { db in
            if replacing, let number = try PhotoRecord.number(of: key.photo, db) {
                try EmbeddedCreditRecord.remove(number.stored, key.rendition, db)
            }
            let kept = try EmbeddedCreditRecord.keep(segments, in: key, choice: choice, now: now, db)
            if kept.count > 0, let before, let digest = before.digest,
                let number = try PhotoRecord.number(of: key.photo, db)
            {
                try CreditRecord.keep(digest, length: before.length, of: number.stored, db)
            }
            return kept
        }
    }

    /// Forgets what was decided under another choice than this one. Once, before anything is served.
    public func forgetEmbedded(unless choice: String) async throws(CatalogError) {
        try await write { db in
            let isNeeded = try Row.fetchOne(
                db, sql: "SELECT 1 FROM embeddedCredit WHERE choice <> ? LIMIT 1", arguments: [choice])
            guard isNeeded != nil else { return }
            try db.execute(sql: "DELETE FROM embeddedCredit WHERE choice <> ?", arguments: [choice])
        }
    }
}
