internal import GRDB
internal import PhotoTree

/// A row of `photo`: the identity for ever, and the rest while a directory lists the photo and 30 days longer.
struct PhotoRecord: Sendable {
    var number: NodeNumber
    var id: PhotoID
    /// Grows whenever something shown of the photo changes; an entry stores the revision its sidecar was numbered for.
    var revision: Int64
    /// When its source said that the photo is gone; nil while it is believed to exist.
    var gone: Timestamp?
    /// nil while only the identity is known.
    var photo: Photo?

    /// The columns `init(_:from:)` reads, in order, with a prefix for the table.
    static let columns =
        """
        p.number, p.id, p.revision, p.gone, p.title, p.description, p.owner, p.ownerName, p.licenseID, p.licenseName, \
        p.licenseURL, p.taken, p.uploaded, p.latitude, p.longitude, p.accuracy, p.tags, p.views, p.pageURL, \
        p.renditions, p.sourceAttributes
        """
    static let columnCount = 21

    /// nil for a row without identity.
    init?(_ row: CheckedRow, from first: Int = 0) {
        guard let number = row.number(first), let id = row.text(first + 1) else { return nil }
        self.number = number
        self.id = PhotoID(id)
        revision = row.integer(first + 2) ?? 0
        gone = row.timestamp(first + 3)
        photo = Self.photo(self.id, row, from: first + 4)
    }

    private static func photo(_ id: PhotoID, _ row: CheckedRow, from first: Int) -> Photo? {
        guard let title = row.text(first), let description = row.text(first + 1), let owner = row.text(first + 2),
            let ownerName = row.text(first + 3), let pageURL = row.text(first + 14)
        else { return nil }
        let license = row.text(first + 4).map {
            License(id: $0, name: row.text(first + 5) ?? "", url: row.text(first + 6))
        }
        return Photo(
            id: id, title: title, description: description, owner: owner, ownerName: ownerName, license: license,
            taken: row.timestamp(first + 7), uploaded: row.timestamp(first + 8),
            coordinate: row.coordinate(latitude: first + 9, longitude: first + 10), accuracy: row.int(first + 11),
            tags: StoredFields.split(row.text(first + 12) ?? ""), views: row.int(first + 13), pageURL: pageURL,
            renditions: Rendition.stored(row.text(first + 15) ?? ""),
            sourceAttributes: StoredFields.split(pairs: row.text(first + 16) ?? "")
        ).bounded
    }

    // MARK: - Reading

    static func of(_ ids: [PhotoID], _ db: Database) throws -> [PhotoID: PhotoRecord] {
        var records: [PhotoID: PhotoRecord] = [:]
        // One statement for each id, whatever their number: SQLite keeps a single plan. Most photos of a first listing
        // are new, and to find that out needs no row of so many columns.
        let known = try db.cachedStatement(sql: isKnown)
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM photo p WHERE p.id = ?")
        for id in ids where records[id] == nil {
            guard try Int.fetchOne(known, arguments: [id.rawValue]) != nil else { continue }
            let row = try Row.fetchOne(statement, arguments: [id.rawValue])
            records[id] = row.flatMap { PhotoRecord(CheckedRow(row: $0)) }
        }
        return records
    }

    /// Whether the catalog has never heard of any of these photos.
    static func areUnknown(_ ids: [PhotoID], _ db: Database) throws -> Bool {
        let known = try db.cachedStatement(sql: isKnown)
        return try ids.allSatisfy { try Int.fetchOne(known, arguments: [$0.rawValue]) == nil }
    }

    private static let isKnown = "SELECT 1 FROM photo WHERE id = ?"

    // MARK: - Writing

    /// The number of a photo; a new one for a new photo.
    static func numberOrNew(of id: PhotoID, now: Timestamp, _ db: Database) throws -> NodeNumber {
        if let number = try number(of: id, db) { return number }
        let number = try NumberSequence.next(db)
        try db.cachedStatement(sql: "INSERT INTO photo (number, id, revision, unlisted) VALUES (?, ?, 0, ?)")
            .execute(arguments: [Int64(number.rawValue), id.rawValue, now.rawValue])
        return number
    }

    static func number(of id: PhotoID, _ db: Database) throws -> NodeNumber? {
        let number = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM photo WHERE id = ?"), arguments: [id.rawValue])
        return number.flatMap { UInt64(exactly: $0) }.map { NodeNumber($0) }
    }

    /// Stores when a photo was viewed; an unlisted photo is forgotten 30 days after.
    static func noteView(of id: PhotoID, at moment: Timestamp?, now: Timestamp, _ db: Database) throws {
        if moment != nil {
            _ = try numberOrNew(of: id, now: now, db)
        }
        let statement = try db.cachedStatement(
            sql: """
                UPDATE photo SET viewed = ?1, unlisted = COALESCE(unlisted, CASE WHEN NOT EXISTS
                    (SELECT 1 FROM entry WHERE entry.photo = photo.number AND entry.departed IS NULL) THEN ?2 END)
                WHERE id = ?3
                """)
        try statement.execute(arguments: [moment?.rawValue, now.rawValue, id.rawValue])
    }

    /// Starts the 30 days for those of `photos` (numbers) that no directory lists any more.
    static func noteUnlisted(_ photos: [Int64], now: Timestamp, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE photo SET unlisted = ? WHERE number = ?
                AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.photo = photo.number AND entry.departed IS NULL)
                """)
        for photo in photos {
            try statement.execute(arguments: [now.rawValue, photo])
        }
    }
}
