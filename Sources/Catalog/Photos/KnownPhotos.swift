internal import Foundation
internal import GRDB
public import PhotoTree

/// Finds the photos that are in a list here, or were within 30 days, and that a search means. No source is asked.
struct KnownPhotos: Sendable {
    let search: PhotoSearch
    let place: SearchPlace?
    let license: LicenseFilter
    let limit: Int
    /// Of a search in random order: another number draws others.
    let lot: Int
    let now: Timestamp

    /// In the order that the search names, the newest first if it names none. Of the newest nobody counts the others.
    func found(_ db: Database) throws -> PhotoPage {
        let rank = rank
        // All are looked at where any may come first.
        var found = FoundRecords(limit: rank == nil ? limit : .max, wanted: limit, rank: rank)
        if try isIndexed(db) {
            try addIndexed(to: &found, db)
            // Words that are not indexed yet: those of photos that have just come, or of a catalog that a daemon is
            // bringing up to date.
            let known = found.numbers
            try add(from: "textDue u CROSS JOIN photo p ON p.number = u.photo", to: &found, besides: known, db)
        } else {
            // A command looks beside a daemon of an older version.
            try add(from: "photo p", to: &found, besides: [], db)
        }
        return PhotoPage(photos: found.photos, total: rank == nil ? nil : found.numbers.count)
    }

    /// What comes first has the least; nil for the newest.
    private var rank: (@Sendable (Photo, NodeNumber) -> Double)? {
        switch search.order {
        case nil, .newest: return nil
        case .interesting: return { photo, _ in -Double(photo.views ?? 0) }
        case .nearest:
            guard let middle = place?.middle else { return nil }
            return { photo, _ in photo.coordinate?.metres(to: middle) ?? .infinity }
        case .random:
            return { [lot] _, number in
                var draw = SearchLot(page: lot &* 1_000_003 &+ Int(truncatingIfNeeded: number.rawValue))
                return Double(draw.next())
            }
        }
    }

    private func isIndexed(_ db: Database) throws -> Bool {
        try db.tableExists("textDue") && db.columns(in: "textDocument").contains { $0.name == "taken" }
    }

    /// So many more are looked at, because those of one period of upload are in no order.
    private static let unordered = 2000

    /// Those that the index finds, the latest period of upload first, until there are enough.
    private func addIndexed(to found: inout FoundRecords, _ db: Database) throws {
        let terms = search.terms.sorted()
        var (conditions, arguments) = bounds("d", PhotoText.hundredths)
        if !terms.isEmpty {
            conditions.append("photoText MATCH ?")
            arguments.append(terms.map { "\"\($0)\"" }.joined(separator: " "))
        }
        // The order of the tables is ours: the planner does not know that few rows are read.
        let tables =
            terms.isEmpty ? "textDocument d" : "photoText t CROSS JOIN textDocument d ON d.document = t.rowid"
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT d.document, \(PhotoRecord.columns) FROM \(tables) CROSS JOIN photo p ON p.number = d.photo
                WHERE \((conditions + Self.isKnown).joined(separator: " AND "))
                ORDER BY \(terms.isEmpty ? "d.document" : "t.rowid") DESC
                """, arguments: StatementArguments(arguments + [EntryRecord.expiry(now)]))
        var (period, more): (Int64?, Int) = (nil, 0)
        while let row = try rows.next().map(CheckedRow.init) {
            let its = row.integer(0).map { $0 >> PhotoText.slotBits }
            if found.numbers.count >= found.limit {
                more += 1
                if its != period || more > Self.unordered { break }
            }
            period = its
            if let record = PhotoRecord(row, from: 1), let photo = record.photo, fits(photo) {
                found.add(record, photo)
            }
        }
    }

    /// Those of some photos that fit, without the index.
    private func add(
        from tables: String, to found: inout FoundRecords, besides known: Set<NodeNumber>, _ db: Database
    ) throws {
        let (conditions, arguments) = bounds("p") { $0 }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(PhotoRecord.columns) FROM \(tables)
                WHERE \((conditions + Self.isKnown).joined(separator: " AND "))
                ORDER BY p.uploaded DESC, p.number DESC
                """, arguments: StatementArguments(arguments + [EntryRecord.expiry(now)]))
        var rest = found.limit
        while rest > 0, let row = try rows.next() {
            guard let record = PhotoRecord(CheckedRow(row: row)), let photo = record.photo, fits(photo),
                !known.contains(record.number)
            else { continue }
            found.add(record, photo)
            rest -= 1
        }
    }

    private func fits(_ photo: Photo) -> Bool {
        search.finds(photo) && search.admits(photo) && license.admits(photo.license) && place?.holds(photo) ?? true
    }

    private static let isKnown = ["p.gone IS NULL", "p.title IS NOT NULL", "(p.unlisted IS NULL OR p.unlisted > ?)"]

    /// What rows of a table must say of time and place.
    private func bounds(
        _ table: String, _ degrees: (Double) -> some DatabaseValueConvertible
    ) -> (conditions: [String], arguments: [(any DatabaseValueConvertible)?]) {
        var conditions: [String] = []
        var arguments: [(any DatabaseValueConvertible)?] = []
        if let start = search.taken?.start {
            // A year that is all that is known begins before it.
            conditions.append("\(table).taken > ?")
            arguments.append(start.rawValue - 366 * 86_400)
        }
        if let end = search.taken?.end {
            conditions.append("\(table).taken < ?")
            arguments.append(end.rawValue)
        }
        if let box = place?.box, box.west <= box.east {
            conditions.append(
                "\(table).latitude BETWEEN ? AND ? AND \(table).longitude BETWEEN ? AND ?")
            arguments += [box.south, box.north, box.west, box.east].map(degrees)
        }
        return (conditions, arguments)
    }
}

/// What was found so far, as much of it as may be wanted.
private struct FoundRecords {
    /// So many are enough; what is found in no order may be more.
    let limit: Int
    let wanted: Int
    /// nil for the newest.
    let rank: (@Sendable (Photo, NodeNumber) -> Double)?
    /// Of all that was found.
    private(set) var numbers: Set<NodeNumber> = []
    private var records: [(rank: Double, number: NodeNumber, photo: Photo)] = []

    init(limit: Int, wanted: Int, rank: (@Sendable (Photo, NodeNumber) -> Double)?) {
        (self.limit, self.wanted, self.rank) = (limit, wanted, rank)
    }

    /// Those that come first.
    var photos: [Photo] { sorted.map(\.photo) }

    mutating func add(_ record: PhotoRecord, _ photo: Photo) {
        numbers.insert(record.number)
        records.append((rank?(photo, record.number) ?? 0, record.number, photo))
        // All photos that are known may be far more than are wanted.
        if rank != nil, records.count / 2 > max(wanted, 1000) { records = sorted }
    }

    private var sorted: [(rank: Double, number: NodeNumber, photo: Photo)] {
        // Photos without a time of upload stand behind all others.
        let uploaded = { (photo: Photo) -> Int64 in photo.uploaded?.rawValue ?? .min }
        let all = records.sorted { left, right in
            (left.rank, uploaded(right.photo), right.number.rawValue)
                < (right.rank, uploaded(left.photo), left.number.rawValue)
        }
        return Array(all.prefix(wanted))
    }
}

extension Catalog {
    /// So much is indexed while somebody waits for what is found: half a second.
    private static let hurriedBatches = 5

    /// An element for each search that met more words than it could index itself, for who calls `indexTexts()` then.
    public var unindexedTexts: AsyncStream<Void> { textBell.stream }

    /// Brings the index of words up to date, a few hundred photos at a time, so that other writers come in between.
    public func indexTexts() async throws(CatalogError) {
        while try await read({ db in try Int.fetchOne(db, sql: "SELECT 1 FROM textDue") != nil }) {
            guard !Task.isCancelled, try await write({ [unusedTexts] db in try PhotoText.index(db, unusedTexts) })
            else { return }
        }
    }

    /// The photos that are in a list here, or were within 30 days, and that the search finds, in its order, or the
    /// newest first. No source is asked.
    ///
    /// - Parameters:
    ///   - search: Its words, tags, author, date and so on must all fit.
    ///   - place: Where the photos must have been taken; nil for everywhere.
    ///   - license: What the mount's options admit.
    ///   - limit: The most photos to return.
    ///   - lot: The number of the draw, of a search in random order.
    /// - Returns: What fits, or the first `limit` of it; how many fit, unless the newest are wanted.
    /// - Throws: Why the catalog could not be read or written.
    public func knownPhotos(
        _ search: PhotoSearch, near place: SearchPlace?, license: LicenseFilter = .any, limit: Int, lot: Int = 1
    ) async throws(CatalogError) -> PhotoPage {
        // What is left of more, after an update say, is looked through as it is, and indexed behind this search.
        var isBehind = true
        for _ in 0..<Self.hurriedBatches where isBehind {
            isBehind = try await read { db in try Int.fetchOne(db, sql: "SELECT 1 FROM textDue") != nil }
            if isBehind { isBehind = try await write { [unusedTexts] db in try PhotoText.index(db, unusedTexts) } }
        }
        if isBehind { textBell.continuation.yield() }
        let known = KnownPhotos(search: search, place: place, license: license, limit: limit, lot: lot, now: now())
        return try await read { db in try known.found(db) }
    }
}

/// Known photos in a catalog on disk, also beside the daemon that uses it.
public enum StoredPhotos {
    /// - Parameters:
    ///   - search: Its words, tags, author, date and so on must all fit.
    ///   - place: Where the photos must have been taken; nil for everywhere.
    ///   - license: What the options admit.
    ///   - limit: The most photos to return.
    ///   - lot: The number of the draw, of a search in random order.
    ///   - path: Of the catalog's file.
    ///   - now: The present time: what left all lists more than 30 days before is known no more.
    /// - Returns: What fits, in the order of the search, or the newest first; nothing where nothing was mounted yet.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; `unwritable` for a file that cannot be
    ///   read.
    public static func known(
        _ search: PhotoSearch, near place: SearchPlace?, license: LicenseFilter, limit: Int, lot: Int = 1,
        at path: String, now: Timestamp
    ) async throws(CatalogError) -> [Photo] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let known = KnownPhotos(search: search, place: place, license: license, limit: limit, lot: lot, now: now)
        return try await StoredCatalog.read(path) { db in try known.found(db).photos }
    }
}
