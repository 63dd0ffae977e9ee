internal import GRDB
internal import PhotoTree

/// A row of `changed`: when the entries of a directory that lists no photos last changed.
struct ChangeRecord {
    static func note(_ directory: DirectoryKey, now: Timestamp, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO changed (directory, moment) VALUES (?, ?)")
            .execute(arguments: [directory.text, now.rawValue])
    }

    static func moment(of directory: DirectoryKey, _ db: Database) throws -> Timestamp? {
        let statement = try db.cachedStatement(sql: "SELECT moment FROM changed WHERE directory = ?")
        return try Row.fetchOne(statement, arguments: [directory.text]).flatMap { CheckedRow(row: $0).timestamp(0) }
    }
}
