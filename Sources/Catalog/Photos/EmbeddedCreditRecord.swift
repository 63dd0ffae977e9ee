internal import Foundation
internal import GRDB
public import PhotoTree
internal import Zlib

/// A row of `embeddedCredit`.
struct EmbeddedCreditRecord {
    static func segments(of key: ImageKey, _ db: Database) throws -> EmbeddedSegments? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.offset, e.length, e.bytes, e.replaced FROM embeddedCredit e JOIN photo p ON p.number = e.photo
                WHERE p.id = ? AND e.rendition = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [key.photo.rawValue, key.rendition]),
            let offset = CheckedRow(row: row).integer(0, in: 0...farthest),
            let length = CheckedRow(row: row).integer(1, in: 0...longest),
            let bytes = CheckedRow(row: row).bytes(2).flatMap({ unpacked($0) }), bytes.count == length,
            let replaced = CheckedRow(row: row).integer(3, in: 0...length)
        else { return nil }
        return EmbeddedSegments(offset: Int(offset), replacing: Int(replaced), bytes: bytes)
    }

    /// Two JPEG segments, each with its marker, and the head of the source's file.
    static let longest: Int64 = 2 * 65_537 + farthest
    /// The farthest offset: segments are inserted into the head of a file, which is read so far.
    private static let farthest: Int64 = 256 << 10

    /// The segments repeat themselves: packed they take less than half. Those that did not get shorter are stored as
    /// they are, because neither JPEG's nor PNG's begin with the first byte of packed ones.
    private static func unpacked(_ stored: [UInt8]) -> [UInt8]? {
        stored.first == Deflated.firstByte ? Deflated.unpack(stored, limit: Int(longest)) : stored
    }

    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        guard let packed = Deflated.pack(bytes), packed.count < bytes.count else { return bytes }
        return packed
    }

    /// Replaces the decision before, which was about another file.
    static func store(_ decision: EmbeddedDecision, now: Timestamp, _ db: Database) throws {
        let (key, segments) = (decision.key, decision.segments)
        let number = try PhotoRecord.numberOrNew(of: key.photo, now: now, db)
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO embeddedCredit (photo, rendition, choice, offset, length, bytes, replaced)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                number.stored, key.rendition, decision.rule, Int64(segments.offset), segments.bytes.count,
                Data(packed(segments.bytes)), segments.replaced,
            ])
        if segments.count > 0, let before = decision.before, let digest = before.digest {
            try CreditRecord.store(digest, length: before.length, of: number.stored, db)
        }
    }

    /// True for a row `f` of `learntFile` whose photo is read with inserted bytes: a copy contains its own credit, and
    /// no copy has the digest of the source's file.
    static let isBorne = """
        EXISTS (SELECT 1 FROM embeddedCredit e WHERE e.photo = f.photo AND e.rendition = f.rendition AND e.length > 0)
        """

    static func remove(_ photo: Int64, _ rendition: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM embeddedCredit WHERE photo = ? AND rendition = ?")
            .execute(arguments: [photo, rendition])
    }

    /// Removes the rows of photos of which only the identity is known. The digests of files that were read with
    /// inserted bytes are removed, too: no copy can have them.
    static func removeForgotten(_ db: Database) throws {
        let forgotten = "photo IN (SELECT number FROM photo WHERE renditions IS NULL AND unlisted IS NULL)"
        try db.cachedStatement(sql: "UPDATE learntFile AS f SET digest = NULL WHERE \(forgotten) AND \(isBorne)")
            .execute()
        try db.cachedStatement(sql: "DELETE FROM embeddedCredit WHERE \(forgotten)").execute()
    }
}

/// Which bytes are inserted into an image when it is read.
public struct EmbeddedDecision: Hashable, Sendable {
    public var key: ImageKey
    public var segments: EmbeddedSegments
    /// What the decision was made by: what the user wants embedded, and how this version embeds it. Decisions by
    /// another rule are made anew.
    public var rule: String
    /// What was known of the file before the decision: copies made until then have the source's bytes, and are credited
    /// by their digest.
    public var before: KnownFile?

    public init(_ segments: EmbeddedSegments, in key: ImageKey, rule: String, before: KnownFile? = nil) {
        self.key = key
        self.segments = segments
        self.rule = rule
        self.before = before
    }
}

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
            // All are of one rule, that of the last mount, so the first and the last tell of all: a look at each would
            // make a start slower with each photo that was ever opened.
            let ends = try Row.fetchAll(
                db,
                sql: """
                    SELECT choice FROM embeddedCredit WHERE rowid IN
                    ((SELECT MIN(rowid) FROM embeddedCredit), (SELECT MAX(rowid) FROM embeddedCredit))
                    """)
            guard ends.contains(where: { CheckedRow(row: $0).text(0) != rule }) else { return }
            try db.execute(sql: "DELETE FROM embeddedCredit WHERE choice <> ?", arguments: [rule])
        }
    }
}
