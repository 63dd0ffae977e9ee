internal import Dispatch
internal import GRDB
internal import PhotoTree

/// A catalog that was opened, and what was found on the way.
struct OpenedCatalog: Sendable {
    var database: any DatabaseWriter
    /// nil where nothing can be written.
    var made: MadeFile?
    /// In one line, what was damaged or missing, and what came back.
    var recovered: String?
    /// Why nothing can be written, in one line; the database is a copy in memory then.
    var unwritable: String?
}

/// How SQLite is to treat a catalog, and which schema it has.
enum CatalogDatabase {
    /// Brings the schema up to date; throws when the file belongs to another program, is too new or cannot be written.
    /// Answers whether there was none.
    @discardableResult
    static func prepare(_ database: any DatabaseWriter, path: String, firstTopics: [String]) throws -> Bool {
        let migrator = CatalogSchema.migrator(firstTopics: firstTopics)
        let isNew = try database.write { db in
            let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            // A process that was killed before our first migration leaves only GRDB's own tables.
            let strangers = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM sqlite_schema WHERE tbl_name NOT GLOB 'grdb_*'")
            guard id == CatalogSchema.applicationID || (id == 0 && strangers == 0) else {
                throw try CatalogSchema.isOurs(db)
                    ? CatalogError.damaged(path: path, cause: "its mark is damaged") : CatalogError.foreign(path: path)
            }
            let steps = try CatalogSchema.steps(in: db)
            guard steps != .newer else { throw CatalogError.newerSchema(path: path) }
            guard steps != .none else {
                try CatalogSchema.create(firstTopics: firstTopics, in: db)
                return true
            }
            guard steps == .known else {
                throw CatalogError.damaged(path: path, cause: "its record of versions is damaged")
            }
            return false
        }
        guard !isNew else { return true }
        do {
            try migrator.migrate(database)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            throw CatalogError.damaged(path: path, cause: error.message ?? "its tables are not those of its version")
        }
        try database.read { db in
            guard try NumberSequence.isReadable(db) else {
                throw CatalogError.damaged(path: path, cause: "its state is missing")
            }
            guard try CatalogSchema.isWhole(db) else {
                throw CatalogError.damaged(path: path, cause: "a table is missing")
            }
        }
        return false
    }

    /// The journal of an empty file has nothing to save, so a new file needs no sync of its own: it is written to disk
    /// with what follows, which saves four waits for the disk. GRDB sets `synchronous` again once it has changed to WAL
    /// mode.
    static func configuration(waitingForLocks patience: Duration, isNew: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = "catalog"
        // GRDB's choice goes before whoever has its answer already.
        configuration.qos = .default
        configuration.maximumReaderCount = 2
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.prepareDatabase { db in
            // In WAL mode, synchronous = NORMAL (GRDB's choice) keeps every commit over kill -9, because the page cache
            // survives it. Only a power cut may lose the last few commits, and never half of one. The cache is 768 KiB
            // for each of three connections; the log is cut back to 4 MiB after a checkpoint.
            try db.execute(
                sql: """
                    PRAGMA cache_size = -768;
                    PRAGMA journal_size_limit = 4194304;
                    """)
            if isNew { try db.execute(sql: "PRAGMA synchronous = OFF") }
        }
        return configuration
    }
}
