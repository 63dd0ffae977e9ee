internal import Foundation
internal import GRDB
internal import PhotoTree

/// The full-text index of what is known of photos: title, description, tags and author.
enum PhotoText {
    /// How many photos one transaction indexes: a tenth of a second.
    static let batch = 500

    /// Indexes the words of some photos that came or changed.
    ///
    /// - Returns: Whether there may be more.
    static func index(_ db: Database) throws -> Bool {
        let due = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT photo FROM textDue ORDER BY photo LIMIT \(batch)"))
        guard !due.isEmpty else { return false }
        let read = try db.cachedStatement(sql: "SELECT \(PhotoRecord.columns) FROM photo p WHERE p.number = ?")
        let digest = try db.cachedStatement(sql: "SELECT digest FROM textDocument WHERE photo = ?")
        let drop = try db.cachedStatement(sql: "DELETE FROM textDocument WHERE photo = ?")
        let point = try db.cachedStatement(
            sql: """
                INSERT INTO textDocument (document, photo, digest)
                VALUES ((SELECT COALESCE(MAX(document), 0) + 1 FROM textDocument), ?, ?)
                """)
        let write = try db.cachedStatement(sql: "INSERT INTO photoText (rowid, words) VALUES (?, ?)")
        let done = try db.cachedStatement(sql: "DELETE FROM textDue WHERE photo = ?")
        for number in due {
            try done.execute(arguments: [number])
            let row = try Row.fetchOne(read, arguments: [number])
            guard let photo = row.flatMap({ PhotoRecord(CheckedRow(row: $0)) })?.photo else {
                try drop.execute(arguments: [number])
                continue
            }
            let words = SearchedText(photo).terms.sorted().joined(separator: " ")
            let mark = Self.mark(of: words)
            guard try Int64.fetchOne(digest, arguments: [number]) != mark else { continue }
            try drop.execute(arguments: [number])
            try point.execute(arguments: [number, mark])
            try write.execute(arguments: [db.lastInsertedRowID, words])
        }
        try rebuildIfCrowded(db)
        return due.count == batch
    }

    /// A photo that the user wants forgotten is found no more, unless a source lists it again.
    static func forget(_ photo: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM textDocument WHERE photo = ?").execute(arguments: [photo.stored])
        try db.cachedStatement(sql: "DELETE FROM textDue WHERE photo = ?").execute(arguments: [photo.stored])
    }

    /// Documents that are no photo's any more are never read, but take room.
    private static func rebuildIfCrowded(_ db: Database) throws {
        let (last, count) = try (
            Int64.fetchOne(db, sql: "SELECT MAX(document) FROM textDocument") ?? 0,
            Int64.fetchOne(db, sql: "SELECT COUNT(*) FROM textDocument") ?? 0
        )
        guard last > 2 * count + 10_000 else { return }
        try db.execute(
            sql: """
                INSERT INTO photoText (photoText) VALUES ('delete-all');
                INSERT OR IGNORE INTO textDue (photo) SELECT photo FROM textDocument;
                DELETE FROM textDocument;
                """)
    }

    /// The same for the same words, on every machine and in every version.
    private static func mark(of words: String) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in words.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
