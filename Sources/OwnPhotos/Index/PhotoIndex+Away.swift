internal import FoundationEssentials
internal import GRDB
internal import PhotoTree

/// A photo whose file is not there, and may come back: programs that save a file anew remove it for a moment.
struct AwayPhoto: Sendable {
    var id: PhotoID
    var path: [UInt8]
}

// What is not there now.
extension PhotoIndex {
    static func prepareAway(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS away (
                    id TEXT PRIMARY KEY, path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
                    inode INTEGER NOT NULL, digest TEXT NOT NULL, since INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS mounted (path BLOB PRIMARY KEY) WITHOUT ROWID;
                """)
    }

    // MARK: Photos

    /// Forgets a file, and remembers that its photo was there until `now`.
    static func putAway(_ number: Int64, now: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO away (id, path, size, modified, inode, digest, since)
                SELECT id, path, size, modified, inode, digest, ? FROM file WHERE number = ?
                """, arguments: [now, number])
        try db.execute(sql: "DELETE FROM file WHERE number = ?", arguments: [number])
    }

    /// The photo whose file this is: what comes back under its path, or what it was elsewhere.
    func away(at path: [UInt8], _ stamp: IndexedFile.Stamp, digest: String) throws -> [AwayPhoto] {
        try scanNow { db in
            guard try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM away LIMIT 1")) != nil else { return [] }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT id, path FROM away WHERE path = :path
                        OR (size = :size AND (digest = :digest OR inode = :inode AND modified = :modified))
                    ORDER BY path = :path DESC LIMIT 50
                    """,
                arguments: [
                    "path": Data(path), "size": stamp.size, "digest": digest,
                    "inode": Int64(bitPattern: stamp.inode), "modified": stamp.modified,
                ]
            ).map { AwayPhoto(id: PhotoID($0[0] as String), path: [UInt8]($0[1] as Data)) }
        }
    }

    /// Where the photo's file was, if it is not there.
    func awayPath(of id: PhotoID) throws -> [UInt8]? {
        try readNow { db in
            try Data.fetchOne(
                db.cachedStatement(sql: "SELECT path FROM away WHERE id = ?"), arguments: [id.rawValue]
            ).map { [UInt8]($0) }
        }
    }

    /// When the first of them left, in seconds since 1970; nil when there are none.
    func firstAway() throws -> Int64? {
        try scanNow { db in try Int64.fetchOne(db, sql: "SELECT MIN(since) FROM away WHERE since > 0") }
    }

    /// Those that left before a moment. What left after `now`, which a clock that was set back makes, left now.
    func overdue(before: Int64, now: Int64) throws -> [AwayPhoto] {
        let isAhead = try scanNow { db in
            try Int.fetchOne(db, sql: "SELECT 1 FROM away WHERE since > ? LIMIT 1", arguments: [now]) != nil
        }
        if isAhead {
            try writeNow { db in
                try db.execute(sql: "UPDATE away SET since = :now WHERE since > :now", arguments: ["now": now])
            }
        }
        return try scanNow { db in
            try Row.fetchAll(db, sql: "SELECT id, path FROM away WHERE since <= ?", arguments: [before]).map {
                AwayPhoto(id: PhotoID($0[0] as String), path: [UInt8]($0[1] as Data))
            }
        }
    }

    /// Forgets photos that were not there for too long.
    func forgetAway(_ gone: [PhotoID]) throws {
        guard !gone.isEmpty else { return }
        try writeNow { db in
            // Until it is shown: a daemon that is killed before must tell it again.
            for id in gone {
                try db.cachedStatement(sql: "UPDATE away SET since = 0 WHERE id = ?").execute(arguments: [id.rawValue])
            }
        }
    }

    /// Those of which it was told that they are gone are forgotten when that is shown.
    static func forgetTold(_ db: Database) throws { try db.execute(sql: "DELETE FROM away WHERE since = 0") }

    /// The name that a photo's file had before.
    func formerName(of number: Int64) throws -> String? {
        try scanNow { db in
            let data = try Data.fetchOne(
                db.cachedStatement(sql: "SELECT photo FROM file WHERE number = ?"), arguments: [number])
            return data.flatMap { try? JSONDecoder().decode(Photo.self, from: $0).ownFormerName }
        }
    }

    // MARK: Disks

    /// Folders where another disk was mounted.
    func mounts() throws -> Set<[UInt8]> {
        try scanNow { db in Set(try Data.fetchAll(db, sql: "SELECT path FROM mounted").map { [UInt8]($0) }) }
    }

    func note(mount path: [UInt8], isThere: Bool) throws {
        try writeNow { db in
            try db.execute(
                sql: isThere
                    ? "INSERT OR IGNORE INTO mounted (path) VALUES (?)" : "DELETE FROM mounted WHERE path = ?",
                arguments: [Data(path)])
        }
    }
}
