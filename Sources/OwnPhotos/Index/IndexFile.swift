internal import FoundationEssentials
internal import GRDB
internal import LinuxProcess
internal import Logging

/// The files of an index: the database with its `-wal` and `-shm`, and the copies set aside. Everything here blocks.
struct IndexFile {
    let path: String
    let logger: Logger

    /// - Parameters:
    ///   - patience: how long a lock of another process is waited for.
    ///   - prepare: makes of an empty database an index; called again for another database.
    /// - Returns: the index; a damaged one is set aside, and one of a disk that takes nothing is a copy in memory.
    /// - Throws: `OwnPhotosError` where another process holds the file, or where the disk does not even let it be
    ///   copied.
    func open(
        waitingForLocks patience: Duration, _ prepare: (any DatabaseWriter) throws -> Void
    ) throws -> (database: any DatabaseWriter, isOnDisk: Bool) {
        do {
            do {
                if isNotedDamaged { try beginAnew() }
                return (try pool(patience, prepare), true)
            } catch let error as DatabaseError where Self.isDamage(error) {
                try beginAnew()
                return (try pool(patience, prepare), true)
            }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            throw OwnPhotosError(
                "another program holds the index of photos \(path): end it (perhaps a second placesfs) and try again",
                isLocked: true)
        } catch {
            guard let memory = try? copied(), (try? prepare(memory)) != nil else {
                throw OwnPhotosError("the index of photos \(path) cannot be opened: \(Self.line(error))")
            }
            logger.error(
                "the index of photos \(path) cannot be written (\(Self.line(error))); what is learnt of the folder is forgotten at the end"
            )
            return (memory, false)
        }
    }

    private func pool(_ patience: Duration, _ prepare: (any DatabaseWriter) throws -> Void) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        // `placesfs search` looks into it beside the mount.
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
        let pool = try DatabasePool(path: path, configuration: configuration)
        do {
            // In KiB. Each photo of a scan touches a page of each of the table's indices.
            try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA cache_size = -12288") }
            try prepare(pool)
            return pool
        } catch {
            // Its files may be renamed next.
            try? pool.close()
            throw error
        }
    }

    /// Tables that are not ours are damage, too; a lock, a full disk and a failing one say nothing of what is in the
    /// file.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
        // GRDB's own words, of a file system without the shared memory that SQLite's log needs.
        case .SQLITE_ERROR: error.message?.hasPrefix("could not activate WAL") != true
        default: false
        }
    }

    // MARK: Damage

    private var note: String { path + ".damaged" }

    /// Whether an earlier process came upon damage, and nobody has the database open. Who has it open has a log.
    private var isNotedDamaged: Bool {
        let files = FileManager.default
        return files.fileExists(atPath: note) && !files.fileExists(atPath: path + "-wal")
    }

    /// Damage shows where a page is read, perhaps long after the database was opened: the next process begins anew.
    func noteDamage() { _ = FileManager.default.createFile(atPath: note, contents: nil) }

    private func beginAnew() throws {
        let isThere = FileManager.default.fileExists(atPath: path)
        let aside = isThere ? try setAside() : nil
        try? FileManager.default.removeItem(atPath: note)
        guard let aside else { return }
        logger.warning("the index of photos was damaged: it is kept as \(aside), and a new one was begun")
    }

    /// Renames the database to `<path>.damaged-<n>` with its log, where `n` is the first free number.
    private func setAside() throws -> String {
        let files = FileManager.default
        var number = 1
        while files.fileExists(atPath: "\(path).damaged-\(number)") { number += 1 }
        let aside = "\(path).damaged-\(number)"
        // The log first: a database without its log is still recognized as damaged.
        if files.fileExists(atPath: path + "-wal") { try files.moveItem(atPath: path + "-wal", toPath: aside + "-wal") }
        try files.moveItem(atPath: path, toPath: aside)
        if files.fileExists(atPath: path + "-shm") { try files.removeItem(atPath: path + "-shm") }
        return aside
    }

    /// SQLite cannot read a file with a log where it can write nothing, so the files are copied to where it can.
    private func copied() throws -> DatabaseQueue {
        guard FileManager.default.fileExists(atPath: path) else { return try DatabaseQueue() }
        let name = URL(filePath: path).lastPathComponent
        let copy = CopiedFiles.with([path, path + "-wal"]) { folder in
            let source = try DatabaseQueue(path: "\(folder)/\(name)")
            defer { try? source.close() }
            let memory = try DatabaseQueue()
            try source.backup(to: memory)
            return memory
        }
        guard let copy else { throw OwnPhotosError("there is no room for a copy") }
        return copy
    }

    private static func line(_ error: any Error) -> String {
        let text = (error as? DatabaseError)?.message ?? "\(error)"
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
