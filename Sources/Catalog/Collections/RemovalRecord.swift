internal import GRDB
internal import PhotoTree

/// A row of `removal`: a photo that a pin never shows again, in no later collection either.
struct RemovalRecord {
    static func photos(of pin: NodeNumber, _ db: Database) throws -> Set<PhotoID> {
        let statement = try db.cachedStatement(
            sql: "SELECT p.id FROM removal r JOIN photo p ON p.number = r.photo WHERE r.pin = ?")
        let rows = try Row.fetchAll(statement, arguments: [pin.stored])
        return Set(rows.compactMap { CheckedRow(row: $0).text(0).map { PhotoID($0) } })
    }

    static func insert(_ photo: NodeNumber, of pin: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO removal (pin, photo) VALUES (?, ?)")
            .execute(arguments: [pin.stored, photo.stored])
    }

    static func forgetAll(of pin: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM removal WHERE pin = ?").execute(arguments: [pin.stored])
    }
}
