internal import GRDB
internal import PhotoTree

/// Copies everything readable of a damaged catalog into a new one, table by table and row by row.
///
/// An unreadable page stops the reading of its table in one direction, so each table is read from both ends. Rows that
/// no longer fit (their photo or directory is lost, or a value is invalid) are left behind.
struct CatalogSalvage {
    let damaged: DamagedCatalog
    let new: Database
    let firstTopics: [String]

    /// Returns how many rows were saved; 0 when the file is no catalog at all.
    static func copy(from path: String, to new: Database, firstTopics: [String]) throws -> Int {
        guard let damaged = try DamagedCatalog(of: path, draft: path + ".salvage", like: new), damaged.isOurs else {
            return 0
        }
        let salvage = CatalogSalvage(damaged: damaged, new: new, firstTopics: firstTopics)
        // A new catalog has the first topics, under numbers that mean something else in the damaged one.
        try new.execute(sql: "DELETE FROM directory")
        try salvage.restoreDirectories(of: "pin")
        try salvage.restoreDirectories(of: "topic")
        try salvage.restoreDirectories(of: "search")
        try salvage.restoreDirectories(of: "album")
        let copies = try CatalogSchema.tables.map { ($0, try salvage.copy($0)) }
        let torn = Set(copies.filter { !$0.1.isWhole }.map(\.0))
        if !torn.isDisjoint(with: ["photo", "entry"]) { try salvage.doubtListings() }
        try salvage.copyState()
        if torn.contains("place") { try salvage.doubtPlaces() }
        if !torn.isDisjoint(with: ["place", "sentPhoto"]) { try new.execute(sql: "DELETE FROM sentList") }
        try salvage.copyMark()
        try salvage.completeCollections()
        try new.execute(sql: CatalogSchema.cachedIsNoList)
        try new.execute(sql: CatalogSchema.outdatedMarks)
        try CatalogSchema.useFixedNumbers(new)
        return copies.reduce(0) { $0 + $1.1.rows }
    }

    /// Where names were lost, no folder must be shown as empty, and each is asked for again.
    private func doubtListings() throws {
        try new.execute(
            sql: """
                DELETE FROM listing WHERE directory NOT IN (SELECT directory FROM entry);
                UPDATE listing SET refreshed = 0;
                """)
    }

    /// Where places were lost, the list is asked for again; at once if none is left.
    private func doubtPlaces() throws {
        try new.execute(
            sql: """
                UPDATE state SET topPlacesRefreshed =
                    CASE WHEN EXISTS (SELECT 1 FROM place WHERE list = '\(PlaceRecord.List.top)') THEN 0 END
                """)
    }

    /// Pins are worth more than the pages of directories, so the directory of each pin is made again from the pin's
    /// row.
    private func restoreDirectories(of table: String) throws {
        let insert = try new.makeStatement(
            sql: "INSERT OR IGNORE INTO directory (number, key) VALUES (?1, '\(table):' || ?1)")
        for direction in ["ASC", "DESC"] {
            let isWhole = damaged.read(table, ["directory"], order: "directory \(direction)") { values in
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
                DELETE FROM directory WHERE key GLOB 'search:*' AND number NOT IN (SELECT directory FROM search);
                DELETE FROM directory WHERE key GLOB 'album:*' AND number NOT IN (SELECT directory FROM album);
                DELETE FROM directory WHERE key GLOB 'topic:*' AND number NOT IN (SELECT directory FROM topic);
                DELETE FROM directory WHERE key GLOB 'tag:*'
                    AND CAST(substr(key, 5) AS INTEGER) NOT IN (SELECT directory FROM topic);
                """)
        let knowsTopics = try Int.fetchOne(new, sql: "SELECT COUNT(*) FROM topic") != 0
        guard !knowsTopics, !damaged.read("topic", ["name"], order: "directory", { _ in }) else { return }
        try CatalogSchema.add(firstTopics, new)
    }

    private func copy(_ table: String) throws -> (rows: Int, isWhole: Bool) {
        let columns = try new.columns(in: table)
        let names = columns.map(\.name)
        let types = columns.map { $0.type.uppercased() }
        let key = try new.primaryKey(table).columns
        let list = names.joined(separator: ", ")
        let places = names.map { _ in "?" }.joined(separator: ", ")
        let insert = try new.makeStatement(sql: "INSERT OR IGNORE INTO \(table) (\(list)) VALUES (\(places))")
        let before = new.totalChangesCount
        var isWhole = false
        for direction in ["ASC", "DESC"] {
            let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
            isWhole = damaged.read(table, names, order: order) { values in
                // What was read on a page of another table has other types.
                guard zip(values, types).allSatisfy({ Self.fits($0, $1) }) else { return }
                // A row that breaks a foreign key or has a wrong type is left behind.
                try? insert.execute(arguments: StatementArguments(values))
            }
            if isWhole { break }
        }
        return (new.totalChangesCount - before, isWhole)
    }

    private static func fits(_ value: DatabaseValue, _ type: String) -> Bool {
        switch value.storage {
        case .null: true
        case .int64: type == "INTEGER" || type == "REAL"
        case .double: type == "REAL"
        case .string: type == "TEXT"
        case .blob: type == "BLOB"
        }
    }

    /// The sequence of numbers goes on where it was. Where that cannot be read, it goes on behind the highest readable
    /// number, with a margin for lost ones.
    private func copyState() throws {
        let state = values(of: "state", ["nextNumber", "topPlacesRefreshed"])
        let highest = try Int64.fetchOne(new, sql: CatalogSchema.highestNumber) ?? 1
        let margin: Int64 = 65_536
        var next = state.flatMap { Int64.fromDatabaseValue($0[0]) } ?? 0
        if next <= highest { next = highest + margin }
        try new.execute(
            sql: "UPDATE state SET nextNumber = ?, topPlacesRefreshed = ?",
            arguments: [min(next, NumberSequence.limit), state.flatMap { Int64.fromDatabaseValue($0[1]) }])
    }

    /// Which lines of `made.txt` the catalog has; unknown where that cannot be read.
    private func copyMark() throws {
        let made = values(of: "made", ["mark", "number"])
        let mark = made.flatMap { String.fromDatabaseValue($0[0]) } ?? ""
        let number = made.flatMap { Int64.fromDatabaseValue($0[1]) } ?? -1
        try new.execute(sql: "UPDATE made SET mark = ?, number = ?", arguments: [mark, number])
    }

    /// The only row of a table.
    private func values(of table: String, _ columns: [String]) -> [DatabaseValue]? {
        var found: [DatabaseValue]?
        _ = damaged.read(table, columns, order: "onlyRow") { found = found ?? $0 }
        return found
    }
}
