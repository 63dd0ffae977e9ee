internal import Foundation
internal import GRDB

/// A copy of a damaged catalog that is read with the schema that we know, whatever its own has become: of its schema
/// only the pages are believed on which its tables begin.
final class DamagedCatalog {
    private let copy: String
    private let pages: Int
    /// The page on which each table begins.
    private var roots: [String: Int64] = [:]
    /// The catalog that takes what can be read: its tables are those of the damaged one.
    private let new: Database

    /// Copies the file at `path` to `draft`, which is free to use with any suffix; nil when it is too short for a
    /// catalog.
    ///
    /// - Throws: What the disk says.
    init?(of path: String, draft: String, like new: Database) throws {
        self.new = new
        copy = draft
        try Self.remove(draft)
        guard let source = FileManager.default.contents(atPath: path), source.count >= CatalogHeader.pageSize else {
            return nil
        }
        try source.write(to: URL(fileURLWithPath: draft))
        if FileManager.default.fileExists(atPath: path + "-wal") {
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: draft + "-wal")
        }
        Self.takeInLog(draft, isSound: CatalogHeader.isSound(at: draft))
        try? FileManager.default.removeItem(atPath: draft + "-wal")
        try? FileManager.default.removeItem(atPath: draft + "-shm")
        let length = (try? FileManager.default.attributesOfItem(atPath: draft))?[.size] as? NSNumber
        pages = (length?.intValue ?? 0) / CatalogHeader.pageSize
        guard pages > 1 else { return nil }
        try write(firstPage(of: draft))
        let (found, isWhole) = try ownRoots()
        roots = found
        guard roots.isEmpty || !isWhole else { return }
        // Most catalogs were made in one go, and a new one is laid out alike.
        for (name, page) in try Self.roots(new) where roots[name] == nil && !found.values.contains(page) {
            roots[name] = page
        }
    }

    deinit {
        try? Self.remove(copy)
    }

    /// Whether it is a catalog at all.
    var isOurs: Bool { roots["state"] != nil && roots["entry"] != nil }

    /// Gives each readable row of a table to `row`; false when damage stopped the reading.
    func read(_ table: String, _ columns: [String], order: String, _ row: ([DatabaseValue]) -> Void) -> Bool {
        guard let root = roots[table], root > 1, root <= Int64(pages) else { return false }
        do {
            try write(schemaPage(of: table, root))
            var configuration = Configuration()
            configuration.readonly = true
            let database = try DatabaseQueue(path: copy, configuration: configuration)
            defer { try? database.close() }
            let list = columns.joined(separator: ", ")
            try database.unsafeRead { db in
                let rows = try Row.fetchCursor(db, sql: "SELECT \(list) FROM \(table) ORDER BY \(order)")
                while let next = try rows.next() {
                    row(Array(next.databaseValues))
                }
            }
            return true
        } catch {
            return false
        }
    }

    // MARK: - Pages

    private static func remove(_ draft: String) throws {
        for suffix in ["", "-wal", "-shm", "-journal", ".schema", ".schema-journal"]
        where FileManager.default.fileExists(atPath: draft + suffix) {
            try FileManager.default.removeItem(atPath: draft + suffix)
        }
    }

    /// Writes what the log has into the file, as far as SQLite believes it.
    private static func takeInLog(_ path: String, isSound: Bool) {
        guard FileManager.default.fileExists(atPath: path + "-wal") else { return }
        if !isSound, var page = try? firstPage(of: path), let file = FileHandle(forUpdatingAtPath: path) {
            CatalogHeader.mend(&page, pages: 0)
            page[18] = 2
            page[19] = 2
            try? file.write(contentsOf: Data(page))
        }
        var configuration = Configuration()
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA writable_schema = ON") }
        guard let database = try? DatabaseQueue(path: path, configuration: configuration) else { return }
        _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? database.close()
    }

    private func write(_ page: [UInt8]) throws {
        var page = page
        CatalogHeader.mend(&page, pages: pages)
        guard let file = FileHandle(forUpdatingAtPath: copy) else { throw CocoaError(.fileNoSuchFile) }
        try file.write(contentsOf: Data(page))
        try file.close()
    }

    private static func firstPage(of path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try file.read(upToCount: CatalogHeader.pageSize), data.count == CatalogHeader.pageSize
        else { throw CocoaError(.fileReadCorruptFile) }
        return [UInt8](data)
    }

    private func firstPage(of path: String) throws -> [UInt8] {
        try Self.firstPage(of: path)
    }

    // MARK: - Schema

    /// The roots that the damaged schema names, and whether it could be read to its end.
    private func ownRoots() throws -> ([String: Int64], isWhole: Bool) {
        var configuration = Configuration()
        configuration.readonly = true
        // SQLite then goes on without what it cannot understand.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA writable_schema = ON") }
        var roots: [String: Int64] = [:]
        for order in ["ASC", "DESC"] {
            do {
                let database = try DatabaseQueue(path: copy, configuration: configuration)
                defer { try? database.close() }
                try database.unsafeRead { db in
                    let rows = try Row.fetchCursor(
                        db, sql: "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' ORDER BY rowid \(order)"
                    )
                    while let row = try rows.next().map(CheckedRow.init) {
                        if let name = row.text(0), let page = row.integer(1) { roots[name] = page }
                    }
                }
                return (roots, isWhole: Self.isComplete(roots))
            } catch {
                continue
            }
        }
        return (roots, isWhole: false)
    }

    /// Catalogs of earlier versions have fewer tables, but each has the first ones.
    private static func isComplete(_ roots: [String: Int64]) -> Bool {
        ["state", "place", "country", "photo", "learntFile", "directory", "listing", "generatedFile", "entry"]
            .allSatisfy { roots[$0] != nil }
    }

    private static func roots(_ db: Database) throws -> [String: Int64] {
        let rows = try Row.fetchAll(db, sql: "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'")
        let pairs = rows.map(CheckedRow.init).compactMap { row in
            row.text(0).flatMap { name in row.integer(1).map { (name, $0) } }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// A first page whose schema is this one table, with the columns of a new catalog and without what is of no use for
    /// reading. SQLite makes the page.
    private func schemaPage(of table: String, _ root: Int64) throws -> [UInt8] {
        let draft = copy + ".schema"
        for suffix in ["", "-journal"] where FileManager.default.fileExists(atPath: draft + suffix) {
            try FileManager.default.removeItem(atPath: draft + suffix)
        }
        let definition = try definition(of: table)
        let database = try DatabaseQueue(path: draft)
        try database.write { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            try db.execute(
                sql: "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?1, ?1, ?2, ?3)",
                arguments: [table, root, definition])
        }
        try database.close()
        return try firstPage(of: draft)
    }

    private func definition(of table: String) throws -> String {
        let isWithoutRows =
            try String.fetchOne(new, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table])?
            .contains("WITHOUT ROWID") ?? false
        let key = try new.primaryKey(table).columns
        let columns = try new.columns(in: table).map { column in
            var text = "\(column.name) \(column.type)"
            if let value = column.defaultValueSQL { text += " DEFAULT \(value)" }
            if !isWithoutRows, key == [column.name], column.type == "INTEGER" { text += " PRIMARY KEY" }
            return text
        }
        let list = columns.joined(separator: ", ")
        guard isWithoutRows else { return "CREATE TABLE \(table) (\(list))" }
        return "CREATE TABLE \(table) (\(list), PRIMARY KEY (\(key.joined(separator: ", ")))) WITHOUT ROWID"
    }
}
