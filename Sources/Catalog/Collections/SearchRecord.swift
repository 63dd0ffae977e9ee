internal import GRDB
internal import PhotoTree

/// A row of `search`: a folder whose name is a query. What it shows is the listing of its directory.
struct SearchRecord {
    private static let columns = "directory, name, identity, page, isAwaiting"

    private static func search(_ row: CheckedRow) -> SavedSearch? {
        guard let number = row.number(0), let name = row.text(1), let identity = row.text(2) else { return nil }
        return SavedSearch(
            number: number, name: name, identity: identity,
            page: row.integer(3, in: 0...Int64(Int32.max)).map { Int($0) } ?? 0,
            isAwaitingCollection: row.integer(4) != 0)
    }

    // MARK: - Reading

    /// All searches, in the order they were added.
    static func all(_ db: Database) throws -> [SavedSearch] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT \(columns) FROM search ORDER BY position"))
        return try Array(rows.compactMap { search(CheckedRow(row: $0)) })
    }

    static func of(_ number: NodeNumber, _ db: Database) throws -> SavedSearch? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM search WHERE directory = ?")
        return try Row.fetchOne(statement, arguments: [number.stored]).flatMap { search(CheckedRow(row: $0)) }
    }

    static func number(identity: String, _ db: Database) throws -> NodeNumber? {
        let statement = try db.cachedStatement(sql: "SELECT directory FROM search WHERE identity = ?")
        return try Row.fetchOne(statement, arguments: [identity]).flatMap { CheckedRow(row: $0).number(0) }
    }

    /// The photos that were removed from the search for good.
    static func removed(from search: NodeNumber, _ db: Database) throws -> Set<PhotoID> {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT p.id FROM searchRemoval r JOIN photo p ON p.number = r.photo WHERE r.search = ?"),
            arguments: [search.stored])
        return Set(rows.compactMap { CheckedRow(row: $0).text(0).map { PhotoID($0) } })
    }

    // MARK: - Writing

    /// Adds the search after all others; its directory exists already.
    static func insert(_ search: SavedSearch, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO search (directory, position, name, identity, page, isAwaiting)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM search), ?, ?, ?, ?)
                """
        ).execute(arguments: [
            search.number.stored, search.name, search.identity, search.page, search.isAwaitingCollection,
        ])
    }

    /// Stores everything of the search but its place in the order.
    static func update(_ search: SavedSearch, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE search SET name = ?, identity = ?, page = ?, isAwaiting = ? WHERE directory = ?"
        ).execute(arguments: [
            search.name, search.identity, search.page, search.isAwaitingCollection, search.number.stored,
        ])
    }

    static func remove(_ photo: NodeNumber, from search: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO searchRemoval (search, photo) VALUES (?, ?)")
            .execute(arguments: [search.stored, photo.stored])
    }

    static func forgetRemovals(of search: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM searchRemoval WHERE search = ?").execute(arguments: [search.stored])
    }
}
