internal import FoundationEssentials
internal import GRDB
internal import PhotoTree

// What the scan writes.
extension PhotoIndex {
    /// All that is known of the files in one folder, by path.
    func files(inFolder folder: [UInt8]) throws -> [[UInt8]: KnownRow] {
        try scanNow { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: "SELECT number, path, id, size, modified, inode, besides, place FROM file WHERE folder = ?"),
                arguments: [Data(folder)])
            var known: [[UInt8]: KnownRow] = [:]
            while let row = try rows.next() {
                let found = KnownRow(row)
                known[found.path] = found
            }
            return known
        }
    }

    /// Files in the folder that are no photos: by path, with their size and time, and why.
    func leftOut(inFolder folder: [UInt8]) throws -> [[UInt8]: (size: Int64, modified: Int64, reason: String)] {
        try scanNow { db in
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: "SELECT path, size, modified, reason FROM leftOut WHERE folder = ?"),
                arguments: [Data(folder)])
            var known: [[UInt8]: (size: Int64, modified: Int64, reason: String)] = [:]
            while let row = try rows.next() {
                known[[UInt8](row[0] as Data)] = (row[1], row[2], row[3])
            }
            return known
        }
    }

    /// The folders of which something is known.
    func folders() throws -> [[UInt8]] {
        try scanNow { db in
            try Data.fetchAll(db, sql: "SELECT folder FROM file UNION SELECT folder FROM leftOut").map { [UInt8]($0) }
        }
    }

    /// Files that may be the one that lies somewhere else now: the same inode, size and time, or the same beginning.
    /// Not looked for by size (`+`): many files may have the same.
    func files(like stamp: IndexedFile.Stamp, digest: String) throws -> [KnownRow] {
        try scanNow { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT number, path, id, size, modified, inode, besides, place FROM file
                        WHERE (inode = :inode AND +size = :size AND modified = :modified)
                            OR (digest = :digest AND +size = :size) LIMIT 50
                        """),
                arguments: [
                    "inode": Int64(bitPattern: stamp.inode), "size": stamp.size, "modified": stamp.modified,
                    "digest": digest,
                ]
            ).map { KnownRow($0) }
        }
    }

    func hasPhoto(_ id: PhotoID, besides number: Int64?) throws -> Bool {
        try scanNow { db in
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT number FROM file WHERE id = ?"), arguments: [id.rawValue]
            ).map { $0 != number } ?? false
        }
    }

    /// Writes what was read of files, in one transaction.
    ///
    /// - Parameters:
    ///   - changes: What was read.
    ///   - now: In seconds since 1970.
    /// - Returns: what identifies the topics that these files are in, or were.
    /// - Throws: why it cannot be written.
    func write(_ changes: ScanChanges, now: Int64) throws -> Set<String> {
        try writeNow { db in
            // Until it is shown: a daemon that is killed before must tell it again.
            try db.execute(sql: "INSERT OR REPLACE INTO known (name, value) VALUES ('shown', 'no')")
            var topics: Set<String> = []
            let known = changes.removed + changes.files.map(\.number)
            for number in known where number != 0 {
                topics.formUnion(
                    try String.fetchAll(db, sql: "SELECT key FROM tag WHERE file = ?", arguments: [number]))
            }
            topics.formUnion(changes.files.flatMap { $0.photo.tags.compactMap { TopicName.key(of: $0) } })
            for number in changes.removed { try Self.putAway(number, now: now, db) }
            for id in changes.returned {
                try db.execute(sql: "DELETE FROM away WHERE id = ?", arguments: [id.rawValue])
            }
            for path in changes.forgotten {
                try db.execute(sql: "DELETE FROM leftOut WHERE path = ?", arguments: [Data(path)])
            }
            for place in changes.places.values {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO place (id, place) VALUES (?, ?)",
                    arguments: [place.id.rawValue, try JSONEncoder().encode(place)])
            }
            for file in changes.files { try Self.write(file, db) }
            for left in changes.leftOut {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO leftOut (path, folder, size, modified, reason) VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        Data(left.path), Data(left.path.pathFolder), left.size, left.modified, left.reason.rawValue,
                    ])
            }
            return topics
        }
    }

    private static func write(_ file: IndexedFile, _ db: Database) throws {
        let photo = file.photo
        let time = photo.taken ?? photo.uploaded ?? Timestamp(0)
        let values: [(any DatabaseValueConvertible)?] = [
            file.number == 0 ? nil : file.number, Data(file.path), Data(file.path.pathFolder), file.id.rawValue,
            file.status.size, file.status.modified, Int64(bitPattern: file.status.inode), file.besides, file.digest,
            file.place.rawValue, time.rawValue, photo.coordinate?.latitude, photo.coordinate?.longitude,
            try JSONEncoder().encode(photo),
        ]
        // A file that stood under this path before is another one.
        try db.cachedStatement(sql: "DELETE FROM file WHERE path = ? AND number IS NOT ?")
            .execute(arguments: [Data(file.path), file.number == 0 ? nil : file.number])
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO file (number, path, folder, id, size, modified, inode, besides, digest, place,
                    time, latitude, longitude, photo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: StatementArguments(values))
        let number = file.number == 0 ? db.lastInsertedRowID : file.number
        try db.cachedStatement(sql: "DELETE FROM tag WHERE file = ?").execute(arguments: [number])
        for tag in photo.tags {
            guard let key = TopicName.key(of: tag) else { continue }
            try db.execute(
                sql: "INSERT OR IGNORE INTO tag (key, file, name) VALUES (?, ?, ?)", arguments: [key, number, tag])
        }
    }
}
