internal import GRDB
public import PhotoTree

extension Catalog {
    /// Brings the index of words up to date, a few hundred photos at a time, so that other writers come in between.
    ///
    /// - Parameter batches: How many at most; nil for all that are due.
    /// - Throws: Why the catalog could not be read or written.
    public func indexTexts(batches: Int? = nil) async throws(CatalogError) {
        var left = batches ?? .max
        while left > 0, try await read({ db in try Int.fetchOne(db, sql: "SELECT 1 FROM textDue") != nil }) {
            guard try await write({ db in try PhotoText.index(db) }) else { return }
            left -= 1
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
        _ search: PhotoSearch, near place: SearchPlace?, license: PhotoQuery.LicenseFilter = .any, limit: Int
    ) async throws(CatalogError) -> [Photo] {
        try await indexTexts()
        let expiry = EntryRecord.expiry(now())
        return try await read { db in
            var found: [Photo] = []
            let numbers = try KnownPhotos(search, place, expiry: expiry).candidates(db)
            let read = try db.cachedStatement(sql: "SELECT \(PhotoRecord.columns) FROM photo p WHERE p.number = ?")
            for number in numbers where found.count < limit {
                guard
                    let photo = try Row.fetchOne(read, arguments: [number]).flatMap({
                        PhotoRecord(CheckedRow(row: $0))
                    })?.photo
                else { continue }
                if search.finds(photo), search.admits(photo), license.admits(photo.license),
                    place?.holds(photo) ?? true
                {
                    found.append(photo)
                }
            }
            return found
        }
    }
}

/// Finds the photos that may fit a search; each is looked at after that.
private struct KnownPhotos {
    private let search: PhotoSearch
    private let place: SearchPlace?
    private let expiry: Int64

    init(_ search: PhotoSearch, _ place: SearchPlace?, expiry: Int64) {
        (self.search, self.place, self.expiry) = (search, place, expiry)
    }

    /// Numbers, the newest first.
    func candidates(_ db: Database) throws -> [Int64] {
        var conditions = ["p.gone IS NULL", "p.title IS NOT NULL", "(p.unlisted IS NULL OR p.unlisted > ?)"]
        var arguments: [(any DatabaseValueConvertible)?] = [expiry]
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
        var tables = "photo p"
        let terms = search.terms.sorted()
        if !terms.isEmpty {
            tables = "photoText t JOIN textDocument d ON d.document = t.rowid JOIN photo p ON p.number = d.photo"
            conditions.append("photoText MATCH ?")
            arguments.append(terms.map { "\"\($0)\"" }.joined(separator: " "))
        }
        return try Int64.fetchAll(
            db,
            sql: """
                SELECT p.number FROM \(tables) WHERE \(conditions.joined(separator: " AND "))
                ORDER BY p.uploaded DESC, p.number DESC
                """, arguments: StatementArguments(arguments))
    }
}
