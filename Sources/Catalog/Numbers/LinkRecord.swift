internal import GRDB
internal import PhotoTree

/// A row of `link`: the number of the symbolic link to a directory.
struct LinkRecord {
    static func number(to target: DirectoryKey, _ db: Database) throws -> NodeNumber? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM link WHERE target = ?"), arguments: [target.text])
        return row.flatMap { CheckedRow(row: $0).number(0) }
    }

    static func insert(linkTo target: DirectoryKey, _ db: Database) throws -> NodeNumber {
        let number = try NumberSequence.next(db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO link (target, number) VALUES (?, ?)")
            .execute(arguments: [target.text, number.stored])
        return number
    }
}
