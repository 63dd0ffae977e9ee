internal import GRDB
internal import PhotoTree

/// What a source says of a photo goes into its row, and what that changes, into the rows of its files and tags.
extension PhotoRecord {
    /// Stores `photo` (already in its storable form) over `known`, and returns the new record. A photo that a source
    /// describes again is not gone. A new photo takes `number`, and counts as unlisted unless `isListed` says that this
    /// transaction will list it.
    static func store(
        _ photo: Photo, over known: PhotoRecord?, isListed: Bool = false, now: Timestamp, _ db: Database,
        number: () throws -> NodeNumber
    ) throws -> PhotoRecord {
        guard let known else {
            let record = PhotoRecord(number: try number(), revision: 1, photo: photo)
            try record.insert(photo, unlistedFrom: isListed ? nil : now, db)
            return record
        }
        if known.photo == photo, known.gone == nil { return known }
        let isShownAnew = known.photo.map { !$0.showsTheSame(as: photo) } ?? true
        let record = PhotoRecord(
            number: known.number, revision: known.revision + (isShownAnew ? 1 : 0), photo: photo)
        if let before = known.photo {
            if photo.namesOtherFiles(than: before) { try KnownFileRecord.outdate(record.number, at: now, db) }
            try FormerTagRecord.note(before.tags, photo.tags, of: record.number, now: now, db)
        }
        // A photo that is known outside any listing is forgotten after 30 days like one that left its listings.
        try record.update(photo, unlistedFrom: known.photo == nil ? now : nil, db)
        return record
    }

    init(number: NodeNumber, revision: Int64, photo: Photo) {
        self.number = number
        self.id = photo.id
        self.revision = revision
        self.photo = photo
    }

    /// The columns that `told` fills.
    private static let toldColumns = """
        title, description, owner, ownerName, licenseID, licenseName, licenseURL, taken, uploaded, latitude, longitude, \
        accuracy, tags, views, pageURL, renditions, sourceAttributes
        """
    private static let toldMarks = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

    private static func told(_ photo: Photo) -> [(any DatabaseValueConvertible)?] {
        [
            photo.title, photo.description, photo.owner, photo.ownerName,
            photo.license?.id, photo.license?.name, photo.license?.url,
            photo.taken?.rawValue, photo.uploaded?.rawValue, photo.coordinate?.latitude, photo.coordinate?.longitude,
            photo.accuracy, StoredFields.join(photo.tags), photo.views, photo.pageURL,
            Rendition.text(photo.renditions), StoredFields.join(photo.sourceAttributes),
        ]
    }

    private static let insertion = """
        INSERT INTO photo (number, id, revision, unlisted, \(toldColumns)) VALUES (?, ?, ?, ?, \(toldMarks))
        """

    /// Stores a photo that is new, in the transaction that lists it.
    func insertListed(_ db: Database) throws {
        guard let photo else { return }
        try insert(photo, unlistedFrom: nil, db)
    }

    private func insert(_ photo: Photo, unlistedFrom moment: Timestamp?, _ db: Database) throws {
        let identity: [(any DatabaseValueConvertible)?] = [number.stored, id.rawValue, revision, moment?.rawValue]
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: StatementArguments(identity + Self.told(photo)))
    }

    private static let change = """
        UPDATE photo SET revision = ?, gone = NULL, unlisted = COALESCE(unlisted, ?), (\(toldColumns)) = (\(toldMarks))
        WHERE number = ?
        """

    private func update(_ photo: Photo, unlistedFrom moment: Timestamp?, _ db: Database) throws {
        let state: [(any DatabaseValueConvertible)?] = [revision, moment?.rawValue]
        try db.cachedStatement(sql: Self.change)
            .execute(arguments: StatementArguments(state + Self.told(photo) + [number.stored]))
    }
}
