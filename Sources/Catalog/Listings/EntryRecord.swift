internal import GRDB
internal import PhotoTree

/// A row of `entry`: a photo in a directory, with its name there. When read it includes the photo's own row.
struct EntryRecord: Sendable {
    var photo: PhotoRecord
    /// When the photo was last viewed, through any directory.
    var viewed: Timestamp?
    /// How many visible directories show this entry.
    var directories: Int
    /// The sum of `directories` over all listings of the photo.
    var directoryCount: Int
    var name: String
    var sidecar: NodeNumber
    /// The photo's revision when the sidecar got its number.
    var revision: Int64
    /// When that was; nil where the row was damaged.
    var told: Timestamp?
    /// nil once the photo left the listing.
    var position: Int?
    var departed: Timestamp?
    /// The options of the mount exclude it: no listing shows it, and its name opens nothing.
    var isHidden: Bool

    /// How long a name still opens its photo after it left a listing.
    static let nameLife = Duration.seconds(30 * 86_400)

    var isOutdated: Bool { revision != photo.revision }

    /// nil when too little of the photo is readable to show it.
    var listingEntry: ListingEntry? {
        guard let photo = photo.photo else { return nil }
        return ListingEntry(
            name: name, photo: photo, number: self.photo.number, sidecarNumber: sidecar,
            directoryCount: directoryCount, viewed: viewed, sidecarChanged: told)
    }

    // MARK: - Reading

    private static let columns =
        """
        \(PhotoRecord.columns), e.name, e.sidecar, e.revision, e.position, e.departed, p.viewed, e.directories, \
        (SELECT SUM(o.directories) FROM entry o WHERE o.photo = e.photo AND o.hidden = 0 AND o.departed IS NULL), e.hidden, \
        e.told
        """

    private init?(_ row: CheckedRow) {
        let own = PhotoRecord.columnCount
        guard let photo = PhotoRecord(row), let name = row.text(own), let sidecar = row.number(own + 1) else {
            return nil
        }
        self.photo = photo
        self.name = name
        self.sidecar = sidecar
        revision = row.integer(own + 2) ?? -1
        position = row.int(own + 3)
        departed = row.timestamp(own + 4)
        viewed = row.timestamp(own + 5)
        directories = row.int(own + 6) ?? 1
        directoryCount = row.int(own + 7) ?? 0
        isHidden = row.integer(own + 8) == 1
        told = row.timestamp(own + 9)
    }

    /// What the directory lists, in order, with what options hide.
    static func listed(in directory: NodeNumber, _ db: Database) throws -> [EntryRecord] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.departed IS NULL ORDER BY e.position
                """)
        let rows = try Row.fetchCursor(statement, arguments: [directory.stored])
        return try Array(rows.compactMap { EntryRecord(CheckedRow(row: $0)) })
    }

    /// The entry of one photo that the directory lists.
    static func listed(_ photo: NodeNumber, in directory: NodeNumber, _ db: Database) throws -> EntryRecord? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.photo = ? AND e.departed IS NULL
                """)
        let row = try Row.fetchOne(statement, arguments: [directory.stored, photo.stored])
        return row.flatMap { EntryRecord(CheckedRow(row: $0)) }
    }

    /// The numbers of the photos that the directory lists.
    static func listedPhotos(in directory: NodeNumber, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT photo FROM entry WHERE directory = ? AND departed IS NULL"),
            arguments: [directory.stored])
    }

    static func isListed(_ photo: NodeNumber, in directory: NodeNumber, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM entry WHERE directory = ? AND photo = ? AND departed IS NULL")
        return try Row.fetchOne(statement, arguments: [directory.stored, photo.stored]) != nil
    }

    /// The entry of a photo that left the directory.
    static func former(of photo: NodeNumber, in directory: NodeNumber, _ db: Database) throws -> EntryRecord? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.photo = ? AND e.departed IS NOT NULL
                """)
        let row = try Row.fetchOne(statement, arguments: [directory.stored, photo.stored])
        return row.flatMap { EntryRecord(CheckedRow(row: $0)) }
    }

    /// The entries of a photo that directories list or did after `expiry`, the listed ones first.
    static func shown(
        _ photo: NodeNumber, after expiry: Int64, _ db: Database
    ) throws -> [(key: DirectoryKey, entry: EntryRecord)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns), d.number, d.key FROM entry e JOIN photo p ON p.number = e.photo
                JOIN directory d ON d.number = e.directory
                WHERE e.photo = ? AND e.hidden = 0 AND (e.departed IS NULL OR e.departed > ?) AND p.gone IS NULL
                ORDER BY e.departed IS NOT NULL
                """)
        let rows = try Row.fetchAll(statement, arguments: [photo.stored, expiry]).map(CheckedRow.init)
        return rows.compactMap { row in
            guard let entry = EntryRecord(row), let directory = row.number(PhotoRecord.columnCount + 10),
                let key = row.text(PhotoRecord.columnCount + 11).flatMap({ DirectoryKey($0, directory) })
            else { return nil }
            return (key, entry)
        }
    }

    /// The entry that left the directory with the name whose `FileName.key` is `key`.
    static func former(key: String, in directory: NodeNumber, _ db: Database) throws -> EntryRecord? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM entry e JOIN photo p ON p.number = e.photo
                WHERE e.directory = ? AND e.key = ? AND e.departed IS NOT NULL AND e.hidden = 0
                """)
        let row = try Row.fetchOne(statement, arguments: [directory.stored, key])
        return row.flatMap { EntryRecord(CheckedRow(row: $0)) }
    }

    /// The keys of the names that left the directory, by photo.
    static func formerKeys(in directory: NodeNumber, _ db: Database) throws -> [NodeNumber: String] {
        let statement = try db.cachedStatement(
            sql: "SELECT photo, key FROM entry WHERE directory = ? AND departed IS NOT NULL")
        let rows = try Row.fetchAll(statement, arguments: [directory.stored]).map(CheckedRow.init)
        let pairs = rows.compactMap { row in row.number(0).flatMap { number in row.text(1).map { (number, $0) } } }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The names that left the directory after `expiry`.
    static func formerNames(in directory: NodeNumber, after expiry: Int64, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT name FROM entry WHERE directory = ? AND departed > ? AND hidden = 0
                ORDER BY departed DESC, photo
                """)
        return try Row.fetchAll(statement, arguments: [directory.stored, expiry]).compactMap {
            CheckedRow(row: $0).text(0)
        }
    }

    // MARK: - Writing

    /// Writes the entry in place of the directory's former entry for this photo.
    func insert(in directory: NodeNumber, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO entry (directory, photo, name, key, sidecar, revision, position, departed, directories, hidden, told)
                VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)
                """)
        let arguments: [(any DatabaseValueConvertible)?] = [
            directory.stored, photo.number.stored, name, FileName.key(name),
            sidecar.stored, revision, position, directories, isHidden, told?.rawValue,
        ]
        try statement.execute(arguments: StatementArguments(arguments))
    }

    /// Stores position, count and whether it is hidden of an entry that is otherwise unchanged.
    func move(in directory: NodeNumber, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE entry SET position = ?, directories = ?, hidden = ? WHERE directory = ? AND photo = ?")
        try statement.execute(arguments: [
            position, directories, isHidden, directory.stored, photo.number.stored,
        ])
    }

    static func remove(_ photo: NodeNumber, from directory: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM entry WHERE directory = ? AND photo = ?")
            .execute(arguments: [directory.stored, photo.stored])
    }

    /// Makes all sidecars of the directory need new numbers, those of former entries included.
    static func outdate(in directory: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE entry SET revision = -1 WHERE directory = ?")
            .execute(arguments: [directory.stored])
    }

    static func removeExpired(in directory: NodeNumber, now: Timestamp, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM entry WHERE directory = ? AND departed <= ?")
            .execute(arguments: [directory.stored, expiry(now)])
    }

    static func forgetFormer(of photo: NodeNumber, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM entry WHERE photo = ? AND departed IS NOT NULL")
            .execute(arguments: [photo.stored])
    }

    /// Names that left at this second or before have expired.
    static func expiry(_ now: Timestamp) -> Int64 {
        now.rawValue - nameLife.components.seconds
    }
}

/// A photo that a listing is about to show.
struct ShownPhoto {
    var photo: PhotoRecord
    /// How many visible directories show its entry.
    var directories: Int

    init(photo: PhotoRecord, directories: Int = 1) {
        self.photo = photo
        self.directories = directories
    }

    /// A photo as the listing has it already.
    init(_ entry: EntryRecord) {
        self.init(photo: entry.photo, directories: entry.directories)
    }
}

extension EntryRecord {
    /// A listed entry to be written.
    init(
        _ shown: ShownPhoto, name: String, sidecar: NodeNumber, told: Timestamp?, position: Int, isHidden: Bool
    ) {
        photo = shown.photo
        directories = shown.directories
        // Correct for a photo that nothing else lists; the counts of others are read from the database.
        directoryCount = isHidden ? 0 : shown.directories
        self.name = name
        self.sidecar = sidecar
        self.told = told
        revision = shown.photo.revision
        self.position = position
        self.isHidden = isHidden
    }
}
