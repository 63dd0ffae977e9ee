internal import GRDB
internal import PhotoTree

/// A row of `album`: a folder that a user fills by hand. What it shows is the listing of its directory.
struct AlbumRecord {
    private static func album(_ row: CheckedRow) -> Album? {
        guard let number = row.number(0), let name = row.text(1) else { return nil }
        return Album(number: number, name: name)
    }

    // MARK: - Reading

    /// All albums, in the order they were added.
    static func all(_ db: Database) throws -> [Album] {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT directory, name FROM album ORDER BY position"))
        return try Array(rows.compactMap { album(CheckedRow(row: $0)) })
    }

    static func of(_ number: NodeNumber, _ db: Database) throws -> Album? {
        let statement = try db.cachedStatement(sql: "SELECT directory, name FROM album WHERE directory = ?")
        return try Row.fetchOne(statement, arguments: [number.stored]).flatMap { album(CheckedRow(row: $0)) }
    }

    /// The photos of an album, with their names there.
    static func photos(of album: NodeNumber, _ db: Database) throws -> [PhotoID: String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.id, e.name FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.departed IS NULL
                """)
        let rows = try Row.fetchAll(statement, arguments: [album.stored]).map(CheckedRow.init)
        let named = rows.compactMap { row in row.text(0).flatMap { id in row.text(1).map { (PhotoID(id), $0) } } }
        return Dictionary(named) { first, _ in first }
    }

    /// Whether the album has a photo of which more than the identity is known.
    static func hasPhotos(_ album: NodeNumber, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.departed IS NULL AND p.title IS NOT NULL AND p.gone IS NULL LIMIT 1
                """)
        return try Int.fetchOne(statement, arguments: [album.stored]) != nil
    }

    // MARK: - Writing

    /// Adds the album after all others; its directory exists already.
    static func insert(_ album: Album, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO album (directory, position, name)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM album), ?)
                """
        ).execute(arguments: [album.number.stored, album.name])
    }

    static func rename(_ number: NodeNumber, to name: String, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE album SET name = ? WHERE directory = ?")
            .execute(arguments: [name, number.stored])
    }
}
