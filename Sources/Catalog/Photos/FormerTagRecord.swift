internal import GRDB
internal import PhotoTree

/// A row of `formerTag`: a tag that a photo had until `departed`. For as long as names that left a listing, it opens
/// the photo in the tag's directories.
struct FormerTagRecord {
    /// Notes the tags that `before` has and `after` lacks.
    static func note(
        _ before: [String], _ after: [String], of photo: NodeNumber, now: Timestamp, _ db: Database
    ) throws {
        guard before != after else { return }
        let lost = Set(before.compactMap(TopicName.key)).subtracting(after.compactMap(TopicName.key))
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO formerTag (photo, tag, departed) VALUES (?, ?, ?)")
        for tag in lost {
            try statement.execute(arguments: [photo.stored, tag, now.rawValue])
        }
    }

    static func has(_ tag: String, _ photo: PhotoID, after expiry: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM formerTag t JOIN photo p ON p.number = t.photo
                WHERE p.id = ? AND t.tag = ? AND t.departed > ?
                """)
        return try Row.fetchOne(statement, arguments: [photo.rawValue, tag, expiry]) != nil
    }

    static func photos(thatLost tag: String, after expiry: Int64, _ db: Database) throws -> Set<PhotoID> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.id FROM formerTag t JOIN photo p ON p.number = t.photo WHERE t.tag = ? AND t.departed > ?
                """)
        return Set(try String.fetchAll(statement, arguments: [tag, expiry]).map { PhotoID($0) })
    }

    static func forgetAll(of photo: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM formerTag WHERE photo = ?").execute(arguments: [photo.stored])
    }

    static func removeExpired(_ expiry: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM formerTag WHERE departed <= ?").execute(arguments: [expiry])
    }
}
