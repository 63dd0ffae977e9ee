internal import GRDB
internal import PhotoTree

/// A row of `pin`: a point on the map. Its collection is the listing of its directory.
struct PinRecord {
    private static let columns = "directory, name, latitude, longitude, subtitle, page, isAwaiting, area"

    private static func pin(_ row: CheckedRow) -> Pin? {
        guard let number = row.number(0), let name = row.text(1),
            let coordinate = row.coordinate(latitude: 2, longitude: 3)
        else { return nil }
        return Pin(
            number: number, name: name, coordinate: coordinate, area: row.text(7) ?? "", subtitle: row.text(4) ?? "",
            page: row.integer(5, in: 0...Int64(Int32.max)).map { Int($0) } ?? 0,
            isAwaitingCollection: row.integer(6) != 0)
    }

    // MARK: - Reading

    /// All pins, in the order they were added.
    static func all(_ db: Database) throws -> [Pin] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT \(columns) FROM pin ORDER BY position"))
        return try Array(rows.compactMap { pin(CheckedRow(row: $0)) })
    }

    static func of(_ number: NodeNumber, _ db: Database) throws -> Pin? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM pin WHERE directory = ?")
        return try Row.fetchOne(statement, arguments: [number.stored]).flatMap { pin(CheckedRow(row: $0)) }
    }

    static func number(at point: PinPoint, _ db: Database) throws -> NodeNumber? {
        let statement = try db.cachedStatement(
            sql: "SELECT directory FROM pin WHERE pointLatitude = ? AND pointLongitude = ? AND area = ?")
        let row = try Row.fetchOne(statement, arguments: [point.latitude, point.longitude, point.area])
        return row.flatMap { CheckedRow(row: $0).number(0) }
    }

    // MARK: - Writing

    /// Adds the pin after all others; its directory exists already.
    static func insert(_ pin: Pin, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO pin (directory, position, name, latitude, longitude, subtitle, page, isAwaiting,
                    pointLatitude, pointLongitude, area)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM pin), ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let arguments: [(any DatabaseValueConvertible)?] = [
            pin.number.stored, pin.name, pin.coordinate.latitude, pin.coordinate.longitude, pin.subtitle, pin.page,
            pin.isAwaitingCollection, pin.point.latitude, pin.point.longitude, pin.area,
        ]
        try statement.execute(arguments: StatementArguments(arguments))
    }

    /// Stores everything of the pin but its place in the order.
    static func update(_ pin: Pin, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE pin SET name = ?, latitude = ?, longitude = ?, subtitle = ?, page = ?, isAwaiting = ?,
                    pointLatitude = ?, pointLongitude = ?, area = ?
                WHERE directory = ?
                """)
        let arguments: [(any DatabaseValueConvertible)?] = [
            pin.name, pin.coordinate.latitude, pin.coordinate.longitude, pin.subtitle, pin.page,
            pin.isAwaitingCollection, pin.point.latitude, pin.point.longitude, pin.area, pin.number.stored,
        ]
        try statement.execute(arguments: StatementArguments(arguments))
    }

    /// Returns false when there is no such pin.
    static func awaitCollection(_ number: NodeNumber, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "UPDATE pin SET isAwaiting = 1 WHERE directory = ?")
            .execute(arguments: [number.stored])
        return db.changesCount > 0
    }

    static func showFirstPage(of number: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE pin SET page = 1 WHERE directory = ?").execute(arguments: [number.stored])
    }

    /// Notes which page the collection shows.
    static func show(page: Int, of number: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE pin SET page = ?, isAwaiting = 0 WHERE directory = ?")
            .execute(arguments: [page, number.stored])
    }
}

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
