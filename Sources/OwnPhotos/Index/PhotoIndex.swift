internal import FoundationEssentials
internal import GRDB
internal import Logging
internal import PhotoTree
internal import Synchronization

/// What is known of the folder's files: found again in no time after a remount, and asked for photos. It may be deleted
/// at any time; a photo that was moved is then another one.
final class PhotoIndex: Sendable {
    private let database: any DatabaseWriter
    /// nil in memory.
    private let path: String?
    /// A change here, or in what is read of files, makes all of them be read again.
    private static let version = 4
    /// Whose the photos are that name nobody.
    private let owner: OwnerOfPhotos
    private let logger: Logger
    /// By which SQLite tells that another connection has written.
    private let dataVersion = Mutex<Int64?>(nil)

    /// Opens the index at `path`, or makes it. One that is damaged is set aside; where the disk takes nothing, it is in
    /// memory, with what the disk has.
    ///
    /// - Parameters:
    ///   - path: nil for an index in memory.
    ///   - owner: whose the photos are that name nobody. Files tell nothing of that, and are not read again for
    ///     another.
    ///   - patience: how long a lock of another process is waited for.
    ///   - logger: for what was found on the way.
    /// - Throws: `OwnPhotosError` where another process holds it, or why not even an index in memory can be made.
    init(at path: String?, owner: OwnerOfPhotos, waitingForLocks patience: Duration = .seconds(5), logger: Logger)
        throws
    {
        (self.owner, self.logger) = (owner, logger)
        let prepare = { (database: any DatabaseWriter) in
            try Self.prepare(database)
            try Self.follow(database)
            try Self.note(owner, database)
        }
        guard let path else {
            database = try DatabaseQueue()
            self.path = nil
            try prepare(database)
            return
        }
        let opened = try IndexFile(path: path, logger: logger).open(waitingForLocks: patience, prepare)
        database = opened.database
        self.path = opened.isOnDisk ? path : nil
        _ = try takeChangeByOthers()
    }

    /// Whether another program has written since this was asked last, as `placesfs search` does beside a mount: what it
    /// found is told by nobody.
    func takeChangeByOthers() throws -> Bool {
        let now = try scanNow { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") }
        return dataVersion.withLock { version in
            defer { version = now }
            return version.map { $0 != now } ?? false
        }
    }

    /// Files that another version read are read again.
    private static func follow(_ database: some DatabaseWriter) throws {
        try database.write { db in
            let before = try String.fetchOne(db, sql: "SELECT value FROM known WHERE name = 'rule'")
            guard before != "\(version)" else { return }
            try db.execute(sql: "UPDATE file SET modified = -1")
            try db.execute(sql: "DELETE FROM leftOut")
            try db.execute(
                sql: "INSERT OR REPLACE INTO known (name, value) VALUES ('rule', ?)", arguments: ["\(version)"])
        }
    }

    /// Photos that were another owner's are told again.
    private static func note(_ owner: OwnerOfPhotos, _ database: some DatabaseWriter) throws {
        try database.write { db in
            let before = try String.fetchOne(db, sql: "SELECT value FROM known WHERE name = 'owner'")
            guard before != owner.text else { return }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO known (name, value) VALUES ('owner', ?), ('shown', 'no')
                    """, arguments: [owner.text])
        }
    }

    /// The photo in a row, as it is shown.
    func photo(_ data: Data) -> Photo? {
        guard let stored = try? JSONDecoder().decode(Photo.self, from: data) else { return nil }
        var photo = owner.crediting(stored)
        photo.isOfHandout = false
        return photo
    }

    private static func prepare(_ database: some DatabaseWriter) throws {
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS file (
                        number INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, folder BLOB NOT NULL,
                        id TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
                        inode INTEGER NOT NULL, besides TEXT NOT NULL, digest TEXT NOT NULL, place TEXT NOT NULL,
                        time INTEGER NOT NULL, latitude REAL, longitude REAL, photo BLOB NOT NULL
                    );
                    CREATE INDEX IF NOT EXISTS fileByFolder ON file (folder);
                    CREATE INDEX IF NOT EXISTS fileByInode ON file (inode);
                    CREATE INDEX IF NOT EXISTS fileByDigest ON file (digest);
                    DROP INDEX IF EXISTS fileBySize;
                    CREATE INDEX IF NOT EXISTS fileByPlace ON file (place, time);
                    CREATE INDEX IF NOT EXISTS fileByLatitude ON file (latitude);
                    CREATE TABLE IF NOT EXISTS tag (
                        key TEXT NOT NULL, file INTEGER NOT NULL REFERENCES file (number) ON DELETE CASCADE,
                        name TEXT NOT NULL, PRIMARY KEY (key, file)
                    ) WITHOUT ROWID;
                    CREATE INDEX IF NOT EXISTS tagByFile ON tag (file);
                    CREATE TABLE IF NOT EXISTS place (id TEXT PRIMARY KEY, place BLOB NOT NULL) WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS leftOut (
                        path BLOB PRIMARY KEY, folder BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
                        reason TEXT NOT NULL
                    ) WITHOUT ROWID;
                    CREATE INDEX IF NOT EXISTS leftOutByFolder ON leftOut (folder);
                    CREATE TABLE IF NOT EXISTS topic (key TEXT PRIMARY KEY, isMade INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS known (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                    """)
            try prepareAway(db)
        }
    }

    /// Later calls fail. What was written last is then in the file itself, unless another process has it open.
    func close() {
        try? database.close()
        // The connections that read are closed last, and cannot take the log in.
        guard let path, FileManager.default.fileExists(atPath: path + "-wal") else { return }
        let last = try? DatabaseQueue(path: path)
        _ = try? last?.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? last?.close()
    }

    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await database.read(work) } catch { throw noted(error) }
    }

    func write(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
        do { try await database.write(work) } catch { throw noted(error) }
    }

    /// Blocks, as `writeNow` does: only for threads that may.
    func readNow<Value>(_ work: (Database) throws -> Value) throws -> Value {
        do { return try database.read(work) } catch { throw noted(error) }
    }

    /// The same by the connection that writes. The others forget their pages whenever something was written.
    func scanNow<Value>(_ work: (Database) throws -> Value) throws -> Value {
        do { return try database.writeWithoutTransaction(work) } catch { throw noted(error) }
    }

    func writeNow<Value>(_ work: (Database) throws -> Value) throws -> Value {
        do { return try database.write(work) } catch { throw noted(error) }
    }

    /// Damage is noted, so that the next mount begins anew.
    private func noted(_ error: any Error) -> any Error {
        if let path, (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT {
            IndexFile(path: path, logger: logger).noteDamage()
        }
        return error
    }
}

// The folder itself.
extension PhotoIndex {
    /// By which the folder is known again; nil before it was scanned once.
    func rootInode() throws -> UInt64? {
        try readNow { db in
            try String.fetchOne(db, sql: "SELECT value FROM known WHERE name = 'root'").flatMap { UInt64($0) }
        }
    }

    /// Whether all that was found is shown.
    func isShown() throws -> Bool {
        try readNow { db in
            try String.fetchOne(db, sql: "SELECT value FROM known WHERE name = 'shown'") != "no"
        }
    }

    func noteShown() async throws {
        try await write { db in
            try db.execute(sql: "INSERT OR REPLACE INTO known (name, value) VALUES ('shown', 'yes')")
            try Self.forgetTold(db)
        }
    }

    func setRootInode(_ inode: UInt64) throws {
        guard try rootInode() != inode else { return }
        try writeNow { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO known (name, value) VALUES ('root', ?)", arguments: ["\(inode)"])
        }
    }
}
