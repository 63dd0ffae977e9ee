internal import GRDB
internal import PhotoTree

/// A row of `directory`: the number of a directory, for as long as it is not retired.
struct DirectoryRecord {
    static func number(of key: DirectoryKey, _ db: Database) throws -> NodeNumber? {
        if key == .root { return .root }
        let number = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM directory WHERE key = ?"), arguments: [key.text])
        return number.map { NodeNumber(UInt64($0)) }
    }

    static func numberOrNew(of key: DirectoryKey, _ db: Database) throws -> NodeNumber {
        if let known = try number(of: key, db) { return known }
        let number = try NumberSequence.next(db)
        try db.cachedStatement(sql: "INSERT INTO directory (number, key) VALUES (?, ?)")
            .execute(arguments: [Int64(number.rawValue), key.text])
        return number
    }

    /// Deletes the row, and by its foreign keys the listing, its generated files and entries.
    static func retire(_ key: DirectoryKey, now: Timestamp, _ db: Database) throws {
        guard let number = try number(of: key, db), number != .root else { return }
        let photos = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT photo FROM entry WHERE directory = ? AND departed IS NULL"),
            arguments: [Int64(number.rawValue)])
        try db.cachedStatement(sql: "DELETE FROM directory WHERE number = ?")
            .execute(arguments: [Int64(number.rawValue)])
        try PhotoRecord.noteUnlisted(photos, now: now, db)
    }
}
