internal import GRDB
internal import PhotoTree

/// A row of `kept`: a folder whose photos are kept offline.
enum KeptFolderRecord {
    /// In the order in which they were kept.
    static func all(_ db: Database) throws -> [DirectoryKey] {
        try String.fetchAll(db.cachedStatement(sql: "SELECT folder FROM kept ORDER BY position"))
            .compactMap { DirectoryKey(stored: $0) }
    }

    static func isKept(_ key: DirectoryKey, _ db: Database) throws -> Bool {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM kept WHERE folder = ?"), arguments: [key.text]) != nil
    }

    /// Keeps the folder; `place` is what is known of it, if it is a place.
    static func insert(_ key: DirectoryKey, _ place: Place?, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO kept (folder, position)
                VALUES (?, (SELECT COALESCE(MAX(position), 0) + 1 FROM kept))
                """
        ).execute(arguments: [key.text])
        if let place { try PlaceRecord.insert(place, in: .kept, db) }
    }

    /// Ends the keeping of the folder with this key; answers false where it was not kept.
    @discardableResult
    static func remove(key: String, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM kept WHERE folder = ?").execute(arguments: [key])
        let wasKept = db.changesCount > 0
        let place = DirectoryKey.place(PlaceID("")).text
        if wasKept, key.utf8.starts(with: place.utf8) {
            let id = PlaceID(String(Substring(key.utf8.dropFirst(place.utf8.count))))
            try PlaceRecord.remove(id, from: .kept, db)
        }
        return wasKept
    }
}

extension MadeKeep {
    static func all(_ db: Database) throws -> [MadeKeep] {
        let places = try PlaceRecord.all(in: .kept, db)
        return try KeptFolderRecord.all(db).map { key in
            MadeKeep(key: key, place: places.first { DirectoryKey.place($0.id) == key })
        }
    }
}
