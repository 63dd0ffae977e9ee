internal import FoundationEssentials
internal import GRDB
internal import PhotoTree

// What the scan writes.
extension PhotoIndex {
    /// All that is known of the files in one folder, by path.
    func files(inFolder folder: [UInt8]) throws -> [[UInt8]: KnownRow] {
        try readNow { db in
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
        try readNow { db in
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

    /// The folders below `folder` of which something is known, and itself.
    func folders(from folder: [UInt8]) throws -> [[UInt8]] {
        try readNow { db in
            let all = try Data.fetchAll(db, sql: "SELECT folder FROM file UNION SELECT folder FROM leftOut")
            return all.map { [UInt8]($0) }.filter {
                folder.isEmpty || $0 == folder || $0.starts(with: folder + [UInt8(ascii: "/")])
            }
        }
    }

    /// Files that may be the one that lies somewhere else now: the same inode, size and time, or the same beginning.
    func files(like stamp: IndexedFile.Stamp, digest: String) throws -> [KnownRow] {
        try readNow { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT number, path, id, size, modified, inode, besides, place FROM file
                        WHERE (inode = :inode AND size = :size AND modified = :modified)
                            OR (digest = :digest AND size = :size) LIMIT 50
                        """),
                arguments: [
                    "inode": Int64(bitPattern: stamp.inode), "size": stamp.size, "modified": stamp.modified,
                    "digest": digest,
                ]
            ).map { KnownRow($0) }
        }
    }

    func hasPhoto(_ id: PhotoID, besides number: Int64?) throws -> Bool {
        try readNow { db in
            try Int64.fetchOne(db, sql: "SELECT number FROM file WHERE id = ?", arguments: [id.rawValue])
                .map { $0 != number } ?? false
        }
    }

    /// Writes what was read of files, in one transaction.
    ///
    /// - Returns: what identifies the topics that these files are in, or were.
    func write(_ changes: ScanChanges) throws -> Set<String> {
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
            for number in changes.removed {
                try db.execute(sql: "DELETE FROM file WHERE number = ?", arguments: [number])
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
        try db.execute(
            sql: "DELETE FROM file WHERE path = ? AND number IS NOT ?",
            arguments: [Data(file.path), file.number == 0 ? nil : file.number])
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO file (number, path, folder, id, size, modified, inode, besides, digest, place,
                    time, latitude, longitude, photo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: StatementArguments(values))
        let number = file.number == 0 ? db.lastInsertedRowID : file.number
        try db.execute(sql: "DELETE FROM tag WHERE file = ?", arguments: [number])
        for tag in photo.tags {
            guard let key = TopicName.key(of: tag) else { continue }
            try db.execute(
                sql: "INSERT OR IGNORE INTO tag (key, file, name) VALUES (?, ?, ?)", arguments: [key, number, tag])
        }
    }
}

/// A row of the index without the photo.
struct KnownRow: Sendable {
    var number: Int64
    var path: [UInt8]
    var id: PhotoID
    var stamp: IndexedFile.Stamp
    var besides: String
    var place: PlaceID

    init(_ row: Row) {
        number = row[0]
        path = [UInt8](row[1] as Data)
        id = PhotoID(row[2] as String)
        stamp = IndexedFile.Stamp(size: row[3], modified: row[4], inode: UInt64(bitPattern: row[5] as Int64))
        besides = row[6]
        place = PlaceID(row[7] as String)
    }
}

/// What a part of a scan found, to be written at once.
struct ScanChanges: Sendable {
    struct LeftOut: Sendable {
        var path: [UInt8]
        var size: Int64
        var modified: Int64
        var reason: LeftOutReason
    }

    var files: [IndexedFile] = []
    var leftOut: [LeftOut] = []
    /// Numbers of files that are there no longer.
    var removed: [Int64] = []
    /// Paths of files that were left out, and are there no longer.
    var forgotten: [[UInt8]] = []
    var places: [PlaceID: Place] = [:]
    /// What whoever shows photos must be told.
    var told = SourceChange(places: [], topics: [])

    var isEmpty: Bool { files.isEmpty && leftOut.isEmpty && removed.isEmpty && forgotten.isEmpty }
}

/// Why a file is no photo of the folder.
enum LeftOutReason: String, CaseIterable, Sendable {
    case raw, video, empty, notAPicture, unreadable, link, special

    /// "3 videos".
    func words(_ count: Int) -> String {
        switch self {
        case .raw: "\(count) RAW"
        case .video: count == 1 ? "1 video" : "\(count) videos"
        case .empty: count == 1 ? "1 empty file" : "\(count) empty files"
        case .notAPicture: "\(count) not a picture"
        case .unreadable: count == 1 ? "1 unreadable file" : "\(count) unreadable files"
        case .link: count == 1 ? "1 link" : "\(count) links"
        case .special: count == 1 ? "1 pipe, socket or device" : "\(count) pipes, sockets and devices"
        }
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
