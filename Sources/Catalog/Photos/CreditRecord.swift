internal import GRDB
public import PhotoTree

/// A row of `credit`: the credit for copies of a photo that is otherwise forgotten. And of `formerFile`: digests that
/// identify copies and are no longer in `learntFile`.
enum CreditRecord {
    /// Keeps the credit of photos that are about to be forgotten (`unlisted` until `expiry`) and were read without an
    /// embedded credit. Copies of other photos contain their own credit.
    static func storeCredits(unlistedUntil expiry: Int64, _ db: Database) throws {
        let forgotten = """
            unlisted <= ? AND title IS NOT NULL
            AND (EXISTS (SELECT 1 FROM learntFile f WHERE f.photo = photo.number AND NOT \(EmbeddedCreditRecord.isBorne))
                OR EXISTS (SELECT 1 FROM formerFile WHERE formerFile.photo = photo.number))
            AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.photo = photo.number AND entry.departed IS NULL)
            """
        let fetched = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT p.number, p.renditions, f.rendition FROM (SELECT * FROM photo WHERE \(forgotten)) p
                    JOIN learntFile f ON f.photo = p.number
                    WHERE p.renditions IS NOT NULL AND NOT \(EmbeddedCreditRecord.isBorne)
                    """), arguments: [expiry])
        for row in fetched.map(CheckedRow.init) {
            guard let photo = row.integer(0), let listed = row.text(1).map(Rendition.stored) else { continue }
            for image in listed where image.name == row.text(2) {
                guard let digest = image.digest, let length = image.byteCount else { continue }
                try store(digest, length: length, of: photo, db)
            }
        }
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO credit
                    (photo, title, owner, ownerName, licenseID, licenseName, licenseURL, pageURL)
                SELECT number, title, COALESCE(owner, ''), COALESCE(ownerName, ''), licenseID, licenseName, licenseURL,
                    COALESCE(pageURL, '') FROM photo WHERE \(forgotten)
                """
        ).execute(arguments: [expiry])
    }

    /// Keeps a digest that a file of the photo had before.
    static func store(_ digest: String, length: Int64, of photo: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO formerFile (digest, photo, length) VALUES (?, ?, ?)")
            .execute(arguments: [digest, photo, length])
    }

    // MARK: - Reading

    /// Those of `lengths` that a file with a known digest has.
    static func lengths(among lengths: Set<Int64>, _ db: Database) throws -> Set<Int64> {
        var sql = "SELECT length FROM learntFile WHERE digest IS NOT NULL"
        if try keepsCredits(db) { sql += " UNION SELECT length FROM formerFile" }
        var known: Set<Int64> = []
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            if let length = CheckedRow(row: row).integer(0), lengths.contains(length) { known.insert(length) }
        }
        for (_, image) in try listed(db) {
            if let length = image.byteCount, lengths.contains(length) { known.insert(length) }
        }
        return known
    }

    /// The credits of photos that have a file with one of `digests`; when two photos have the same file, of the one
    /// with the lower number.
    static func credits(of digests: Set<String>, _ db: Database) throws -> [String: PhotoCredit] {
        let keepsCredits = try keepsCredits(db)
        var sql = "SELECT photo FROM learntFile WHERE digest = ?1"
        if keepsCredits { sql += " UNION SELECT photo FROM formerFile WHERE digest = ?1" }
        var photos: [String: [Int64]] = [:]
        for digest in digests {
            photos[digest] = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [digest])
                .compactMap { CheckedRow(row: $0).integer(0) }
        }
        for (photo, image) in try listed(db) {
            if let digest = image.digest, digests.contains(digest) { photos[digest, default: []].append(photo) }
        }
        return try photos.compactMapValues { numbers in
            for number in numbers.sorted() {
                if let credit = try credit(of: number, keepsCredits: keepsCredits, db) { return credit }
            }
            return nil
        }
    }

    private static func credit(of photo: Int64, keepsCredits: Bool, _ db: Database) throws -> PhotoCredit? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(PhotoRecord.columns) FROM photo p WHERE p.number = ?"),
            arguments: [photo])
        guard let record = row.flatMap({ PhotoRecord(CheckedRow(row: $0)) }) else { return nil }
        if let photo = record.photo { return PhotoCredit(photo) }
        guard keepsCredits else { return nil }
        let kept = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT title, owner, ownerName, licenseID, licenseName, licenseURL, pageURL FROM credit
                    WHERE photo = ?
                    """), arguments: [photo])
        guard let kept = kept.map(CheckedRow.init) else { return nil }
        let license = kept.text(3).map { License(id: $0, name: kept.text(4) ?? "", url: kept.text(5)) }
        return PhotoCredit(
            Photo(
                id: record.id, title: kept.text(0) ?? "", owner: kept.text(1) ?? "", ownerName: kept.text(2) ?? "",
                license: license, pageURL: kept.text(6) ?? ""))
    }

    /// The images whose digest a listing gave, by photo.
    private static func listed(_ db: Database) throws -> [(photo: Int64, image: Rendition)] {
        // A digest names its algorithm, and is the last field of its record.
        let rows = try Row.fetchCursor(
            db, sql: "SELECT number, renditions FROM photo WHERE instr(renditions, char(31) || 'sha') > 0")
        var images: [(photo: Int64, image: Rendition)] = []
        while let row = try rows.next() {
            let row = CheckedRow(row: row)
            guard let number = row.integer(0), let text = row.text(1) else { continue }
            images += Rendition.stored(text).filter { $0.digest != nil }.map { (number, $0) }
        }
        return images
    }

    /// False in a catalog that no daemon has migrated yet.
    private static func keepsCredits(_ db: Database) throws -> Bool {
        try db.tableExists("credit") && db.tableExists("formerFile")
    }
}

/// The credits for copies of photos, found by the copies' digests in a catalog on disk. Like `StoredFiles` it may read
/// beside the daemon that uses the catalog.
///
/// Photos that their source says are gone are included: their copies must be credited as before.
public enum StoredCredits {
    /// - Returns: Those of `lengths` (in bytes) that a file of a known digest has: no other file needs to be digested.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; an absent file is `unwritable`.
    public static func lengths(
        among lengths: Set<Int64>, at path: String
    ) async throws(CatalogError) -> Set<Int64> {
        try await StoredCatalog.read(path) { db in try CreditRecord.lengths(among: lengths, db) }
    }

    /// - Parameters:
    ///   - digests: "sha256:<hex>" of fetched files, "sha1:<hex>" where listings give it.
    ///   - path: of the catalog's file.
    /// - Returns: The credit of each digest that is known.
    /// - Throws: as `lengths`.
    public static func of(
        _ digests: Set<String>, at path: String
    ) async throws(CatalogError) -> [String: PhotoCredit] {
        try await StoredCatalog.read(path) { db in try CreditRecord.credits(of: digests, db) }
    }
}
