internal import GRDB
internal import PhotoTree

/// Copies everything readable of a damaged catalog into a new one, table by table and row by row.
///
/// An unreadable page stops the reading of its table in one direction, so each table is read from both ends. Rows that
/// no longer fit (their photo or directory is lost, or a value is invalid) are left behind.
struct CatalogSalvage {
    let damaged: DatabaseQueue
    let new: Database
    let firstTopics: [String]

    /// Returns how many rows were saved; 0 when the file is no database at all.
    static func copy(from path: String, to new: Database, firstTopics: [String]) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        guard let damaged = try? DatabaseQueue(path: path, configuration: configuration) else { return 0 }
        defer { try? damaged.close() }
        let salvage = CatalogSalvage(damaged: damaged, new: new, firstTopics: firstTopics)
        let isOurs = try? damaged.read { db in try Int32.fetchOne(db, sql: "PRAGMA application_id") }
        guard isOurs == CatalogSchema.applicationID else { return 0 }
        // A new catalog has the first topics, under numbers that mean something else in the damaged one.
        try new.execute(sql: "DELETE FROM directory")
        try salvage.restoreDirectories(of: "pin")
        try salvage.restoreDirectories(of: "topic")
        let rows = try CatalogSchema.tables.reduce(0) { try $0 + salvage.copy($1) }
        try salvage.copyState()
        try salvage.completeCollections()
        try new.execute(sql: CatalogSchema.cachedIsNoList)
        return rows
    }

    /// Pins are worth more than the pages of directories, so the directory of each pin is made again from the pin's
    /// row.
    private func restoreDirectories(of table: String) throws {
        let insert = try new.makeStatement(
            sql: "INSERT OR IGNORE INTO directory (number, key) VALUES (?1, '\(table):' || ?1)")
        for direction in ["ASC", "DESC"] {
            let isWhole = read("SELECT directory FROM \(table) ORDER BY directory \(direction)") { values in
                try? insert.execute(arguments: StatementArguments(values))
            }
            if isWhole { break }
        }
    }

    /// Forgets directories whose pin or topic is lost. Adds the first topics again when all topics were lost, or when
    /// the damaged catalog is older than topics; not when the user removed them all.
    private func completeCollections() throws {
        try new.execute(
            sql: """
                DELETE FROM directory WHERE key GLOB 'pin:*' AND number NOT IN (SELECT directory FROM pin);
                DELETE FROM directory WHERE key GLOB 'topic:*' AND number NOT IN (SELECT directory FROM topic);
                DELETE FROM directory WHERE key GLOB 'tag:*'
                    AND CAST(substr(key, 5) AS INTEGER) NOT IN (SELECT directory FROM topic);
                """)
        let knowsTopics = try Int.fetchOne(new, sql: "SELECT COUNT(*) FROM topic") != 0
        guard !knowsTopics, !read("SELECT name FROM topic", { _ in }) else { return }
        try CatalogSchema.add(firstTopics, new)
    }

    private func copy(_ table: String) throws -> Int {
        let columns = try new.columns(in: table).map(\.name)
        let known = (try? damaged.read { try $0.columns(in: table).map(\.name) }) ?? []
        let common = columns.filter(known.contains)
        let key = try new.primaryKey(table).columns
        guard !common.isEmpty else { return 0 }
        let list = common.joined(separator: ", ")
        let places = common.map { _ in "?" }.joined(separator: ", ")
        let insert = try new.makeStatement(sql: "INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(places))")
        let before = new.totalChangesCount
        for direction in ["ASC", "DESC"] {
            let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
            let isWhole = read("SELECT \(list) FROM \(table) ORDER BY \(order)") { values in
                // A row that breaks a foreign key or has a wrong type is left behind.
                try? insert.execute(arguments: StatementArguments(values))
            }
            if isWhole { break }
        }
        return new.totalChangesCount - before
    }

    /// Returns false when damage stopped the reading.
    private func read(_ sql: String, _ row: ([DatabaseValue]) -> Void) -> Bool {
        do {
            try damaged.unsafeRead { db in
                let rows = try Row.fetchCursor(db, sql: sql)
                while let next = try rows.next() {
                    row(Array(next.databaseValues))
                }
            }
            return true
        } catch {
            return false
        }
    }

    /// The sequence of numbers goes on where it was. Where that cannot be read, it goes on behind the highest readable
    /// number, with a margin for lost ones.
    private func copyState() throws {
        let row = try? damaged.read { try Row.fetchOne($0, sql: "SELECT nextNumber, topPlacesRefreshed FROM state") }
        let state = row.map(LenientRow.init)
        let highest = try Int64.fetchOne(new, sql: CatalogSchema.highestNumber) ?? 1
        let margin: Int64 = 65_536
        var next = state?.integer(0) ?? 0
        if next <= highest { next = highest + margin }
        try new.execute(
            sql: "UPDATE state SET nextNumber = ?, topPlacesRefreshed = ?",
            arguments: [min(next, NumberSequence.limit), state?.timestamp(1)?.rawValue])
    }
}
