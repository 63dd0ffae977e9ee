internal import GRDB
public import PhotoTree

/// Finds the photos that are in a list here, or were within 30 days, and that a search means. No source is asked.
struct KnownPhotos: Sendable {
    let search: PhotoSearch
    let place: SearchPlace?
    let license: LicenseFilter
    let limit: Int
    let now: Timestamp

    /// The newest first.
    func found(_ db: Database) throws -> [Photo] {
        let read = try db.cachedStatement(sql: "SELECT \(PhotoRecord.columns) FROM photo p WHERE p.number = ?")
        var found: [Photo] = []
        for number in try candidates(db) where found.count < limit {
            guard
                let photo = try Row.fetchOne(read, arguments: [number]).flatMap({ PhotoRecord(CheckedRow(row: $0)) })?
                    .photo
            else { continue }
            if fits(photo) { found.append(photo) }
        }
        return found
    }

    private func fits(_ photo: Photo) -> Bool {
        search.finds(photo) && search.admits(photo) && license.admits(photo.license) && place?.holds(photo) ?? true
    }

    /// The numbers of photos that may fit.
    private func candidates(_ db: Database) throws -> [Int64] {
        var conditions = ["p.gone IS NULL", "p.title IS NOT NULL", "(p.unlisted IS NULL OR p.unlisted > ?)"]
        var arguments: [(any DatabaseValueConvertible)?] = [EntryRecord.expiry(now)]
        if let start = search.taken?.start {
            // A year that is all that is known begins before it.
            conditions.append("p.taken > ?")
            arguments.append(start.rawValue - 366 * 86_400)
        }
        if let end = search.taken?.end {
            conditions.append("p.taken < ?")
            arguments.append(end.rawValue)
        }
        if let box = place?.box, box.west <= box.east {
            conditions.append("p.latitude BETWEEN ? AND ? AND p.longitude BETWEEN ? AND ?")
            arguments += [box.south, box.north, box.west, box.east]
        }
        let terms = search.terms.sorted()
        if !terms.isEmpty, try db.tableExists("textDue") {
            // A command that looks beside a daemon may find photos whose words are not indexed yet.
            conditions.append(
                """
                (p.number IN (SELECT d.photo FROM photoText t JOIN textDocument d ON d.document = t.rowid
                    WHERE photoText MATCH ?) OR p.number IN (SELECT photo FROM textDue))
                """)
            arguments.append(terms.map { "\"\($0)\"" }.joined(separator: " "))
        }
        return try Int64.fetchAll(
            db,
            sql: """
                SELECT p.number FROM photo p WHERE \(conditions.joined(separator: " AND "))
                ORDER BY p.uploaded DESC, p.number DESC
                """, arguments: StatementArguments(arguments))
    }
}

extension Catalog {
    /// Brings the index of words up to date, a few hundred photos at a time, so that other writers come in between.
    public func indexTexts() async throws(CatalogError) {
        while try await read({ db in try Int.fetchOne(db, sql: "SELECT 1 FROM textDue") != nil }) {
            guard !Task.isCancelled, try await write({ db in try PhotoText.index(db) }) else { return }
        }
    }

    /// The photos that are in a list here, or were within 30 days, and that the search finds, the newest first. No source
    /// is asked.
    ///
    /// - Parameters:
    ///   - search: Its words, tags, author, date and so on must all fit.
    ///   - place: Where the photos must have been taken; nil for everywhere.
    ///   - license: What the mount's options admit.
    ///   - limit: The most photos to return.
    /// - Returns: What fits, or the newest `limit` of it.
    /// - Throws: Why the catalog could not be read or written.
    public func knownPhotos(
        _ search: PhotoSearch, near place: SearchPlace?, license: LicenseFilter = .any, limit: Int
    ) async throws(CatalogError) -> [Photo] {
        try await indexTexts()
        let known = KnownPhotos(search: search, place: place, license: license, limit: limit, now: now())
        return try await read { db in try known.found(db) }
    }
}

/// The same in a catalog on disk, also beside the daemon that uses it.
public enum StoredPhotos {
    /// - Parameters:
    ///   - search: Its words, tags, author, date and so on must all fit.
    ///   - place: Where the photos must have been taken; nil for everywhere.
    ///   - license: What the options admit.
    ///   - limit: The most photos to return.
    ///   - path: Of the catalog's file.
    ///   - now: The present time: what left all lists more than 30 days before is known no more.
    /// - Returns: What fits, the newest first.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; an absent file is `unwritable`.
    public static func known(
        _ search: PhotoSearch, near place: SearchPlace?, license: LicenseFilter, limit: Int, at path: String,
        now: Timestamp
    ) async throws(CatalogError) -> [Photo] {
        let known = KnownPhotos(search: search, place: place, license: license, limit: limit, now: now)
        return try await StoredCatalog.read(path) { db in try known.found(db) }
    }
}
