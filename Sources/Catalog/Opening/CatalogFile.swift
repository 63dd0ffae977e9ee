internal import Foundation
internal import GRDB

/// The catalog's files: the database with its `-wal` and `-shm`, the copies set aside, and the mark that the database
/// was found damaged while in use. Everything here blocks.
struct CatalogFile: Sendable {
    let path: String
    /// The names of a new catalog's topics.
    let firstTopics: [String]

    /// Opens and migrates the catalog. A damaged file is set aside and a new one is made; `recovered` says so in one
    /// line.
    func open(waitingForLocks patience: Duration) throws(CatalogError) -> (DatabasePool, recovered: String?) {
        guard !path.isEmpty else { throw .unwritable(path: path, cause: "its path is empty") }
        try makeFolder()
        try finishReplacement()
        let files = FileManager.default
        if files.fileExists(atPath: mark), files.fileExists(atPath: path) {
            return try replaceDamaged(waitingForLocks: patience)
        }
        let wasEmpty = isEmpty
        createPrivately(path)
        do throws(CatalogError) {
            let pool = try openPool(waitingForLocks: patience, isNew: isEmpty)
            return (pool, recovered: wasEmpty ? "the catalog \(path) was empty (0 bytes): a new one was begun" : nil)
        } catch .damaged {
            return try replaceDamaged(waitingForLocks: patience)
        }
    }

    /// Remembers on disk that the database is damaged, so that the next opening does not trust it.
    func markDamaged() {
        _ = FileManager.default.createFile(atPath: mark, contents: Data())
    }

    /// Call it when nobody else uses the file. Writes the log's content into the database, and removes the log. SQLite
    /// does so itself when the last connection closes, unless that one is read-only, and GRDB closes its readers last.
    func takeInLog() {
        guard size(of: path + "-wal") != nil, !FileManager.default.fileExists(atPath: mark),
            let database = try? DatabaseQueue(path: path, configuration: Self.configuration(waitingForLocks: .zero))
        else { return }
        _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? database.close()
    }

    private var mark: String { path + ".is-damaged" }

    /// Whether the file is empty and no log could hold its content.
    private var isEmpty: Bool {
        size(of: path) == 0 && (size(of: path + "-wal") ?? 0) == 0
    }

    private func size(of path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value
    }

    /// The folder is private to the user, because others must not read what was viewed.
    private func makeFolder() throws(CatalogError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path: path, cause: "its folder cannot be made")
        }
    }

    private func openPool(
        waitingForLocks patience: Duration, isNew: Bool = false
    ) throws(CatalogError) -> DatabasePool {
        do {
            let pool = try DatabasePool(
                path: path, configuration: Self.configuration(waitingForLocks: patience, isNew: isNew))
            do {
                try Self.prepare(pool, path: path, firstTopics: firstTopics)
                return pool
            } catch {
                // The caller may rename its files next.
                try? pool.close()
                throw error
            }
        } catch {
            throw CatalogError(error, path: path)
        }
    }

    /// Brings the schema up to date; throws when the file belongs to another program, is too new or cannot be written.
    static func prepare(_ database: any DatabaseWriter, path: String, firstTopics: [String]) throws {
        let migrator = CatalogSchema.migrator(firstTopics: firstTopics)
        let isNew = try database.write { db in
            let id = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            // A process that was killed before our first migration leaves only GRDB's own tables.
            let strangers = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM sqlite_schema WHERE tbl_name NOT GLOB 'grdb_*'")
            guard id == CatalogSchema.applicationID || (id == 0 && strangers == 0) else {
                throw CatalogError.foreign(path: path)
            }
            guard try !migrator.hasBeenSuperseded(db) else {
                throw CatalogError.newerSchema(path: path)
            }
            guard try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0 else { return false }
            try CatalogSchema.create(firstTopics: firstTopics, in: db)
            return true
        }
        guard !isNew else { return }
        try migrator.migrate(database)
        try database.write { db in
            guard try NumberSequence.isReadable(db) else {
                throw CatalogError.damaged(path: path, cause: "its state is missing")
            }
        }
    }

    /// The journal of an empty file has nothing to save, so a new file needs no sync of its own: it is written to disk
    /// with what follows, which saves four waits for the disk. GRDB sets `synchronous` again once it has changed to WAL
    /// mode.
    static func configuration(waitingForLocks patience: Duration, isNew: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = "catalog"
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

    // MARK: - Damage

    /// Builds the new catalog beside the damaged one, and renames the damaged one only when all is saved. If the
    /// process is killed between the two renames, the new one is complete and `finishReplacement` renames it.
    private func replaceDamaged(
        waitingForLocks patience: Duration
    ) throws(CatalogError) -> (DatabasePool, recovered: String?) {
        let rows = try buildReplacement(waitingForLocks: patience)
        let aside = try setAside()
        try finishReplacement()
        let pool = try openPool(waitingForLocks: patience)
        let saved = rows == 0 ? "a new one was begun" : "what could be read of it (\(rows) rows) is in a new one"
        return (pool, recovered: "the catalog was damaged: it is kept as \(aside), and \(saved)")
    }

    private var replacement: String { path + ".new" }

    private func buildReplacement(waitingForLocks patience: Duration) throws(CatalogError) -> Int {
        do {
            try remove([replacement, replacement + "-journal"])
            createPrivately(replacement)
            let database = try DatabaseQueue(
                path: replacement, configuration: Self.configuration(waitingForLocks: patience))
            defer { try? database.close() }
            try Self.prepare(database, path: replacement, firstTopics: firstTopics)
            return try database.write { try CatalogSalvage.copy(from: path, to: $0, firstTopics: firstTopics) }
        } catch {
            throw CatalogError(error, path: path)
        }
    }

    /// Renames the database to `<path>.damaged-<n>` with its log, where `n` is the first free number.
    private func setAside() throws(CatalogError) -> String {
        let files = FileManager.default
        let aside = (1...).lazy.map { "\(path).damaged-\($0)" }.first { !files.fileExists(atPath: $0) }
        do {
            guard let aside else { return path }
            // The log first: a database without its log is still recognized as damaged, a log without its database is
            // not.
            if files.fileExists(atPath: path + "-wal") {
                try files.moveItem(atPath: path + "-wal", toPath: aside + "-wal")
            }
            try files.moveItem(atPath: path, toPath: aside)
            try remove([path + "-shm", mark])
            return aside
        } catch {
            throw .unwritable(path: path, cause: "the damaged file cannot be set aside")
        }
    }

    private func finishReplacement() throws(CatalogError) {
        let files = FileManager.default
        guard files.fileExists(atPath: replacement), !files.fileExists(atPath: path) else { return }
        do {
            try remove([path + "-wal", path + "-shm", mark])
            try files.moveItem(atPath: replacement, toPath: path)
        } catch {
            throw .unwritable(path: path, cause: "the new catalog cannot take the damaged one's place")
        }
    }

    private func remove(_ paths: [String]) throws {
        for path in paths where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// SQLite would make the file readable for everybody; its log gets the same mode as the file.
    private func createPrivately(_ path: String) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    }
}
