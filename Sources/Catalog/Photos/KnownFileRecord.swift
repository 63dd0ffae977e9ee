internal import Foundation
internal import GRDB
public import PhotoTree

/// A row of `learntFile`: length and digest of a photo in one rendition, by the photo's number.
struct KnownFileRecord {
    /// In one question, however many they are: for a list of hundreds each would take longer than all of them do.
    static func of(_ keys: [ImageKey], _ db: Database) throws -> [ImageKey: KnownFile] {
        guard !keys.isEmpty else { return [:] }
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.id, f.rendition, f.length, f.digest, e.length - e.replaced
                FROM json_each(?) asked CROSS JOIN photo p ON p.id = asked.value
                CROSS JOIN learntFile f ON f.photo = p.number
                LEFT JOIN embeddedCredit e ON e.photo = f.photo AND e.rendition = f.rendition
                """)
        let asked = Set(keys)
        let rows = try Row.fetchCursor(statement, arguments: [list(of: keys)])
        var files: [ImageKey: KnownFile] = [:]
        while let row = try rows.next().map(CheckedRow.init) {
            guard let photo = row.text(0), let rendition = row.text(1),
                let length = row.integer(2).flatMap({ ImageLength.possible($0) })
            else { continue }
            let key = ImageKey(photo: PhotoID(photo), rendition: rendition)
            guard asked.contains(key) else { continue }
            files[key] = KnownFile(
                length: length, digest: row.text(3), embedded: row.integer(4, in: 0...EmbeddedCreditRecord.longest))
        }
        return files
    }

    /// The photos' ids as an array of JSON.
    private static func list(of keys: [ImageKey]) throws -> String {
        var list: [UInt8] = []
        for key in keys {
            list += list.isEmpty ? "[\"".utf8 : ",\"".utf8
            let isPlain = key.photo.rawValue.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            // A path below a folder may have anything in it.
            guard isPlain else {
                return String(decoding: try JSONEncoder().encode(keys.map(\.photo.rawValue)), as: UTF8.self)
            }
            list += key.photo.rawValue.utf8
            list.append(0x22)
        }
        list += "]".utf8
        return String(decoding: list, as: UTF8.self)
    }

    /// The learnt files of the photos with the highest numbers.
    static func latest(_ count: Int, _ db: Database) throws -> [(width: Int, height: Int, length: Int64)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT f.rendition, f.length, p.renditions FROM learntFile f JOIN photo p ON p.number = f.photo
                WHERE p.renditions IS NOT NULL ORDER BY f.photo DESC LIMIT ?
                """, arguments: [count])
        return rows.map(CheckedRow.init).reversed().compactMap { row in
            guard let name = row.text(0), let length = row.integer(1).flatMap({ ImageLength.possible($0) }),
                let image = Rendition.stored(row.text(2) ?? "").first(where: { $0.name == name }),
                let width = image.width, let height = image.height
            else { return nil }
            return (width, height, length)
        }
    }

    static func learn(_ file: KnownFile, of key: ImageKey, now: Timestamp, _ db: Database) throws {
        let number = try PhotoRecord.numberOrNew(of: key.photo, now: now, db)
        try storeFormer(of: number.stored, key.rendition, other: file, db)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO learntFile (photo, rendition, length, digest) VALUES (?, ?, ?, ?)
                ON CONFLICT (photo, rendition) DO UPDATE SET length = excluded.length,
                    digest = CASE WHEN excluded.digest IS NULL AND length = excluded.length THEN digest
                        ELSE excluded.digest END
                """)
        try statement.execute(arguments: [number.stored, key.rendition, file.length, file.digest])
    }

    /// When a row `f` was confirmed; `.outdated` once the source has named other files.
    static let confirmed = "CASE WHEN f.outdated THEN \(Timestamp.outdated.rawValue) ELSE f.confirmed END"

    /// What a column of the row `f` of an image tells; nil where there is no row.
    static func moment(_ column: String, of key: ImageKey, _ db: Database) throws -> Timestamp? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(column) FROM learntFile f JOIN photo p ON p.number = f.photo
                WHERE p.id = ? AND f.rendition = ?
                """)
        let row = try Row.fetchOne(statement, arguments: [key.photo.rawValue, key.rendition])
        return row.flatMap { CheckedRow(row: $0).timestamp(0) }
    }

    /// Notes that the image was fetched at that moment, or that its source said that it exists.
    static func confirm(_ key: ImageKey, at moment: Timestamp, _ db: Database) throws {
        guard let number = try PhotoRecord.number(of: key.photo, db) else { return }
        try db.cachedStatement(
            sql: "UPDATE learntFile SET confirmed = ?, outdated = 0 WHERE photo = ? AND rendition = ?"
        )
        .execute(arguments: [moment.rawValue, number.stored, key.rendition])
    }

    /// The source names other files of the photo now: what was fetched of it is out of date, and as old as before.
    static func outdate(_ photo: NodeNumber, at moment: Timestamp, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE learntFile SET outdated = 1, confirmed = COALESCE(confirmed, ?) WHERE photo = ?"
        ).execute(arguments: [moment.rawValue, photo.stored])
    }

    /// Notes that the source says that the photo exists. What is out of date stays so.
    static func confirmAll(of photo: NodeNumber, at moment: Timestamp, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE learntFile SET confirmed = ?1 WHERE photo = ?2 AND NOT outdated"
        ).execute(arguments: [moment.rawValue, photo.stored])
    }

    /// Forgets the file, and what was put into it. Its digest stays known, for copies.
    static func forget(_ key: ImageKey, _ db: Database) throws {
        guard let number = try PhotoRecord.number(of: key.photo, db) else { return }
        try storeFormer(of: number.stored, key.rendition, other: nil, db)
        try db.cachedStatement(sql: "DELETE FROM learntFile WHERE photo = ? AND rendition = ?")
            .execute(arguments: [number.stored, key.rendition])
    }

    /// Copies of a file that the source replaced must still be credited, unless they contain their own credit. `file`
    /// is the one that replaces it; nil if that is not known yet.
    private static func storeFormer(
        of photo: Int64, _ rendition: String, other file: KnownFile?, _ db: Database
    ) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT f.length, f.digest, \(EmbeddedCreditRecord.isBorne) FROM learntFile f
                    WHERE f.photo = ? AND f.rendition = ?
                    """), arguments: [photo, rendition])
        guard let row = row.map(CheckedRow.init), let length = row.integer(0) else { return }
        let before = KnownFile(length: length, digest: row.text(1))
        guard file.map({ before.isOther(than: $0) }) ?? true else { return }
        try EmbeddedCreditRecord.remove(photo, rendition, db)
        guard let digest = before.digest, row.integer(2) == 0 else { return }
        try CreditRecord.store(digest, length: length, of: photo, db)
    }

    static func photos(withDigest digest: String, _ db: Database) throws -> [PhotoID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id FROM photo WHERE gone IS NULL AND number IN (SELECT photo FROM learntFile WHERE digest = ?)
                ORDER BY number
                """)
        return try String.fetchAll(statement, arguments: [digest]).map { PhotoID($0) }
    }
}

/// What a catalog on disk has learnt of files. It may be read beside the daemon that uses it: nothing is made, migrated
/// or set aside. For commands; the daemon asks its `Catalog`.
public enum StoredFiles {
    /// - Parameters:
    ///   - keys: any number.
    ///   - path: of the catalog's file.
    /// - Returns: what was learnt of each of `keys`; keys that were never fetched are left out.
    /// - Throws: `foreign`, `newerSchema`, `damaged` or `failed`; an absent file is `failed` too.
    public static func learnt(
        of keys: [ImageKey], at path: String
    ) async throws(CatalogError) -> [ImageKey: KnownFile] {
        try await StoredCatalog.read(path) { db in try KnownFileRecord.of(keys, db) }
    }
}

extension StoredFiles {
    /// Finds a photo by its id, or by its page's address at its source, with or without a slash at the end.
    ///
    /// - Parameters:
    ///   - text: an id or an address.
    ///   - path: of the catalog's file.
    /// - Returns: nil for an unknown photo. For a photo that was unlisted for 30 days the page is forgotten, but it is
    ///   found by its id, if the address ends with that.
    /// - Throws: `foreign`, `newerSchema`, `damaged` or `failed`; an absent file is `failed` too.
    public static func photo(named text: String, at path: String) async throws(CatalogError) -> PhotoID? {
        var page = text
        while page.hasSuffix("/") { page.removeLast() }
        let isAddress = page.contains("://")
        let id = isAddress ? page.split(separator: "/").last.map(String.init) ?? "" : text
        let pages = isAddress ? [page, page + "/"] : []
        return try await StoredCatalog.read(path) { db in
            if isAddress {
                let paged = try String.fetchOne(
                    db, sql: "SELECT id FROM photo WHERE pageURL IN (?, ?)", arguments: [pages[0], pages[1]])
                if let paged { return PhotoID(paged) }
            }
            let known = try String.fetchOne(db, sql: "SELECT id FROM photo WHERE id = ?", arguments: [id])
            return known.map { PhotoID($0) }
        }
    }
}
