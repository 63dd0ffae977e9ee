internal import Foundation
internal import GRDB
internal import PhotoTree

/// The catalog's files: the database with its `-wal` and `-shm`, the copies set aside, and the mark that the database
/// was found damaged while in use. Everything here blocks.
struct CatalogFile: Sendable {
    let path: String
    /// The names of a new catalog's topics.
    let firstTopics: [String]

    /// Opens and migrates the catalog. A damaged file is set aside and a new one is made of what can be read of it.
    /// What was made by hand and is missing comes back from `made.txt`. Where the disk takes nothing, what it has is
    /// copied into memory.
    func open(waitingForLocks patience: Duration, now: Timestamp) throws(CatalogError) -> OpenedCatalog {
        do throws(CatalogError) {
            return try openForWriting(waitingForLocks: patience, now: now)
        } catch {
            guard error.isOfTheDisk, let opened = CatalogCopy(of: path, firstTopics: firstTopics).open(error, now: now)
            else { throw error }
            return opened
        }
    }

    private func openForWriting(waitingForLocks patience: Duration, now: Timestamp) throws(CatalogError)
        -> OpenedCatalog
    {
        guard !path.isEmpty else { throw .unwritable(path: path, cause: "its path is empty") }
        try makeFolder()
        try finishReplacement()
        let aside = try setAsideWhatIsNoFile()
        let files = FileManager.default
        if !files.fileExists(atPath: mark) || !files.fileExists(atPath: path) {
            let wasEmpty = isEmpty
            createPrivately(path)
            do throws(CatalogError) {
                guard CatalogHeader.isSound(at: path) else { throw .damaged(path: path, cause: "its head is damaged") }
                let (pool, isNew) = try openPool(waitingForLocks: patience, isNew: isEmpty)
                let said =
                    aside.map { "\(path) was no file: it is kept as \($0), and a new one was begun" }
                    ?? (wasEmpty ? "the catalog \(path) was empty (0 bytes): a new one was begun" : nil)
                return try complete(pool, isNew ? .new : .kept, said, now)
            } catch .damaged {}
        }
        let (pool, origin, said) = try replaceDamaged(waitingForLocks: patience)
        return try complete(pool, origin, said, now)
    }

    /// Fills the catalog from `made.txt`, and writes that anew where it lacks something.
    private func complete(
        _ pool: DatabasePool, _ origin: CatalogOrigin, _ said: String?, _ now: Timestamp
    ) throws(CatalogError) -> OpenedCatalog {
        let file = MadeFile(besideCatalog: path)
        let content = file.read()
        do {
            let count = try pool.write { db in
                // A disk that is read-only says so at the first write alone.
                try db.execute(sql: "UPDATE made SET number = number")
                return try MadeRestoring.run(content, into: file, origin: origin, now: now, db)
            }
            let back = count.text.map { "\($0) came back from \(file.path)" }
            let flaw = content.flaw.map { "\(file.path) was not whole (\($0))" }
            let sentences = [said, flaw, back].compactMap { $0 }
            return OpenedCatalog(
                database: pool, made: file, recovered: sentences.isEmpty ? nil : sentences.joined(separator: "; "))
        } catch {
            // The caller may rename its files next.
            try? pool.close()
            throw CatalogError(error, path: path)
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
            let database = try? DatabaseQueue(
                path: path, configuration: CatalogDatabase.configuration(waitingForLocks: .zero))
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

    /// Whether the catalog was made by this call is told beside it.
    private func openPool(
        waitingForLocks patience: Duration, isNew: Bool = false
    ) throws(CatalogError) -> (DatabasePool, isNew: Bool) {
        do {
            let pool = try DatabasePool(
                path: path, configuration: CatalogDatabase.configuration(waitingForLocks: patience, isNew: isNew))
            do {
                return (pool, try CatalogDatabase.prepare(pool, path: path, firstTopics: firstTopics))
            } catch {
                // The caller may rename its files next.
                try? pool.close()
                throw error
            }
        } catch {
            throw CatalogError(error, path: path)
        }
    }

    // MARK: - Damage

    /// Builds the new catalog beside the damaged one, and renames the damaged one only when all is saved. If the
    /// process is killed between the two renames, the new one is complete and `finishReplacement` renames it.
    private func replaceDamaged(
        waitingForLocks patience: Duration
    ) throws(CatalogError) -> (DatabasePool, CatalogOrigin, said: String) {
        let rows = try buildReplacement(waitingForLocks: patience)
        let aside = try setAside(path)
        try finishReplacement()
        let pool = try openPool(waitingForLocks: patience).0
        let saved = rows == 0 ? "a new one was begun" : "what could be read of it (\(rows) rows) is in a new one"
        return (
            pool, rows == 0 ? .new : .salvaged, said: "the catalog was damaged: it is kept as \(aside), and \(saved)"
        )
    }

    private var replacement: String { path + ".new" }

    private func buildReplacement(waitingForLocks patience: Duration) throws(CatalogError) -> Int {
        do {
            try remove([replacement, replacement + "-journal"])
            createPrivately(replacement)
            let database = try DatabaseQueue(
                path: replacement, configuration: CatalogDatabase.configuration(waitingForLocks: patience))
            defer { try? database.close() }
            try CatalogDatabase.prepare(database, path: replacement, firstTopics: firstTopics)
            // Where the second file is there, it knows whether the user removed the first topics.
            let topics = MadeFile(besideCatalog: path).read(isReadOnly: true).mark == nil ? firstTopics : []
            return try database.write { try CatalogSalvage.copy(from: path, to: $0, firstTopics: topics) }
        } catch {
            throw CatalogError(error, path: path)
        }
    }

    /// Renames the database to `<path>.damaged-<n>` with its log, where `n` is the first free number.
    private func setAside(_ path: String) throws(CatalogError) -> String {
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

    /// A folder or a pipe in the place of one of our files; where the catalog's was set aside.
    private func setAsideWhatIsNoFile() throws(CatalogError) -> String? {
        for name in [path + "-wal", path + "-shm"] where isNoFile(name) { _ = try setAside(name) }
        return isNoFile(path) ? try setAside(path) : nil
    }

    /// A link counts as what it leads to.
    private func isNoFile(_ path: String) -> Bool {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: resolved)[.type] as? FileAttributeType
        return type.map { $0 != .typeRegular } ?? false
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
