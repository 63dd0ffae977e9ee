internal import GRDB
internal import PhotoTree

/// The listing of an album while one photo comes or goes, in one transaction. Only the rows that change are read and
/// written, however many photos the album has.
struct AlbumListing {
    private let album: NodeNumber
    private let now: Timestamp
    private let db: Database
    private var record: ListingRecord
    private let before: Int64
    private var removed: Set<PhotoID> = []
    private var added: NodeNumber?

    /// nil when there is no such album.
    init?(of album: NodeNumber, now: Timestamp, _ db: Database) throws {
        guard try AlbumRecord.of(album, db) != nil else { return nil }
        if try ListingRecord.of(album, db) == nil {
            try ListingReplacement(of: .album(album), now: now, db).begin()
        }
        guard let record = try ListingRecord.of(album, db) else { return nil }
        self.album = album
        self.now = now
        self.db = db
        self.record = record
        before = record.version
    }

    /// The photo that has the name, or one that differs from it only in case and composition.
    func holder(of name: String) throws -> (number: NodeNumber, id: PhotoID, isGone: Bool)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.number, p.id, p.gone FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.key = ? AND e.departed IS NULL
                """)
        let row = try Row.fetchOne(statement, arguments: [album.stored, FileName.key(name)]).map(CheckedRow.init)
        return row.flatMap { row in
            row.number(0).flatMap { number in row.text(1).map { (number, PhotoID($0), row.timestamp(2) != nil) } }
        }
    }

    /// Whether the options let the album show the photo.
    func admits(_ photo: PhotoRecord) -> Bool { hiding.admits(photo.photo?.license) }

    private var hiding: StoredOptions.Hiding { StoredOptions.Hiding(of: .album(album), by: record.options) }

    func entry(of photo: NodeNumber) throws -> EntryRecord? { try EntryRecord.listed(photo, in: album, db) }

    /// Lists a photo under `name`, which no other photo has. It leaves its earlier name.
    mutating func add(_ photo: PhotoRecord, named name: String) throws {
        let position = try entry(of: photo.number)?.position ?? nextPosition()
        try EntryRecord.remove(photo.number, from: album, db)
        var hiding = hiding
        let entry = EntryRecord(
            ShownPhoto(photo: photo), name: name, sidecar: try NumberSequence.next(db), told: now,
            position: position,
            isHidden: hiding.hidesNext(photo.photo?.license))
        try entry.insert(in: album, db)
        try db.cachedStatement(sql: "UPDATE photo SET unlisted = NULL WHERE number = ? AND unlisted IS NOT NULL")
            .execute(arguments: [photo.number.stored])
        added = photo.number
    }

    mutating func remove(_ photo: NodeNumber, _ id: PhotoID) throws {
        try EntryRecord.remove(photo, from: album, db)
        try PhotoRecord.noteUnlisted([photo.stored], now: now, db)
        removed.insert(id)
    }

    /// Makes this the next version.
    mutating func renew() throws -> AlbumChange {
        try record.renew([.map, .mapPage, .credits, .hidden, .noImages], now: now, db)
        let entry = try added.flatMap { try self.entry(of: $0) }
        return AlbumChange(
            album: album,
            // What the options hide is counted when the listing is read as a whole.
            before: entry?.isHidden == true ? nil : before,
            version: record.version, changed: record.changed, generated: record.generated,
            added: entry?.listingEntry, removed: removed)
    }

    private func nextPosition() throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT MAX(position) FROM entry WHERE directory = ? AND departed IS NULL")
        return (try Int.fetchOne(statement, arguments: [album.stored]) ?? -1) + 1
    }
}
