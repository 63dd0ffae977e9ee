internal import GRDB
internal import PhotoTree

/// A row of `listing` with its generated files: a directory's content without the entries.
struct ListingRecord: Sendable {
    var directory: NodeNumber
    var version: Int64
    var total: Int?
    var refreshed: Timestamp
    var changed: Timestamp
    var generated: [GeneratedFile: NodeNumber]
    /// What the source was asked for; nil before options were kept, and where no source is asked.
    var asked: String?
    /// The options of the mount.
    var options: ListingOptions?

    static func of(_ directory: NodeNumber, _ db: Database) throws -> ListingRecord? {
        let statement = try db.cachedStatement(
            sql: "SELECT version, total, refreshed, changed, asked FROM listing WHERE directory = ?")
        let row = try Row.fetchOne(statement, arguments: [directory.stored])
        guard let row = row.map(CheckedRow.init) else { return nil }
        let files = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT name, number FROM generatedFile WHERE directory = ?"),
            arguments: [directory.stored]
        ).map(CheckedRow.init)
        let generated = files.compactMap { row in
            row.text(0).flatMap(GeneratedFile.init).flatMap { file in row.number(1).map { (file, $0) } }
        }
        return ListingRecord(
            directory: directory, version: row.integer(0, in: 0...(1 << 53)) ?? 0, total: row.int(1),
            refreshed: row.timestamp(2) ?? Timestamp(0), changed: row.timestamp(3) ?? Timestamp(0),
            generated: Dictionary(generated) { first, _ in first }, asked: row.text(4),
            options: try StoredOptions.current(db))
    }

    /// The directories that have a listing.
    static func directories(_ db: Database) throws -> [(NodeNumber, DirectoryKey)] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT d.number, d.key FROM listing l JOIN directory d ON d.number = l.directory")
        return rows.map(CheckedRow.init).compactMap { row in
            row.number(0).flatMap { number in
                row.text(1).flatMap { DirectoryKey(listing: $0, number) }.map { (number, $0) }
            }
        }
    }

    /// Notes of listings from before options were kept what they were asked for.
    static func noteAsked(under options: ListingOptions, _ db: Database) throws {
        let note = try db.cachedStatement(sql: "UPDATE listing SET asked = ? WHERE directory = ? AND asked IS NULL")
        for (directory, key) in try directories(db) {
            guard let asked = options.asked(for: key) else { continue }
            try note.execute(arguments: [asked, directory.stored])
        }
    }

    /// Whether the source was asked for something else than the options of the mount want.
    func isOfOtherOptions(in key: DirectoryKey) -> Bool {
        guard let asked, let wanted = options?.asked(for: key) else { return false }
        return asked != wanted
    }

    /// The keys of the directories that list the photo.
    static func keys(listing photo: NodeNumber, _ db: Database) throws -> [DirectoryKey] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT d.number, d.key FROM entry e JOIN directory d ON d.number = e.directory
                WHERE e.photo = ? AND e.departed IS NULL ORDER BY d.number
                """)
        return try Row.fetchAll(statement, arguments: [photo.stored]).map(CheckedRow.init).compactMap { row in
            row.number(0).flatMap { number in row.text(1).flatMap { DirectoryKey(listing: $0, number) } }
        }
    }

    func listing(of key: DirectoryKey, _ entries: [EntryRecord]) -> Listing {
        var listed: [ListingEntry] = []
        listed.reserveCapacity(entries.count)
        var hidden = 0
        // By index: a copy of an entry holds some twenty texts.
        for index in entries.indices {
            if entries[index].isHidden {
                hidden += 1
            } else if let entry = entries[index].listingEntry {
                listed.append(entry)
            }
        }
        return Listing(
            directory: key, version: version,
            entries: key.listing?.isNamedByHand == true ? Self.byName(listed) : listed, total: total,
            refreshed: refreshed, changed: changed, generated: generated, hidden: hidden,
            isOfOtherOptions: isOfOtherOptions(in: key))
    }

    private static func byName(_ entries: [ListingEntry]) -> [ListingEntry] {
        let keys = entries.indices.map { (key: FileName.key(entries[$0].name), index: $0) }
        return keys.sorted { $0.key < $1.key }.map { entries[$0.index] }
    }

    func save(_ db: Database) throws {
        let directory = directory.stored
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO listing (directory, version, total, refreshed, changed, asked) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (directory) DO UPDATE SET version = excluded.version, total = excluded.total,
                    refreshed = excluded.refreshed, changed = excluded.changed, asked = excluded.asked
                """)
        try statement.execute(arguments: [directory, version, total, refreshed.rawValue, changed.rawValue, asked])
    }

    /// Forgets what a directory lists; the directory keeps its number.
    static func remove(_ directory: NodeNumber, now: Timestamp, _ db: Database) throws {
        let photos = try EntryRecord.listedPhotos(in: directory, db)
        try db.cachedStatement(sql: "DELETE FROM listing WHERE directory = ?").execute(arguments: [directory.stored])
        try PhotoRecord.noteUnlisted(photos, now: now, db)
    }

    /// Makes this the next version: shown content changed, and so did the files generated from it.
    mutating func renew(_ files: [GeneratedFile], now: Timestamp, _ db: Database) throws {
        version += 1
        changed = now
        try save(db)
        try number(files, db)
    }

    /// The files that a directory of this kind shows and that have no number yet.
    func unnumbered(in key: DirectoryKey) -> [GeneratedFile] {
        (key.listing?.files ?? []).filter { generated[$0] == nil }
    }

    mutating func number(_ files: [GeneratedFile], _ db: Database) throws {
        for (file, number) in zip(files, try NumberSequence.next(files.count, db)) {
            generated[file] = number
            try save(file, number, db)
        }
    }

    /// Stores the numbers of all generated files.
    func saveFiles(_ db: Database) throws {
        for (file, number) in generated { try save(file, number, db) }
    }

    private func save(_ file: GeneratedFile, _ number: NodeNumber, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO generatedFile (directory, name, number) VALUES (?, ?, ?)")
        try statement.execute(arguments: [directory.stored, file.rawValue, number.stored])
    }
}
