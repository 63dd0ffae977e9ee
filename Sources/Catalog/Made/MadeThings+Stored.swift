internal import GRDB
internal import PhotoTree

extension MadeThings {
    /// What the catalog has of it. Reads each table whole, so that a damaged page is found.
    init(_ db: Database) throws {
        self.init()
        for album in try AlbumRecord.all(db) { apply(.album(try MadeAlbum(album, db))) }
        for pin in try PinRecord.all(db) { apply(.pin(try MadePin(pin, db))) }
        for search in try SearchRecord.all(db) { apply(.search(try MadeSearch(search, db))) }
        for topic in try TopicRecord.allMade(db) { apply(.topic(topic)) }
        for place in try PlaceRecord.all(in: .added, db) { apply(.place(place)) }
        let countries = try Row.fetchAll(db, sql: "SELECT name FROM country ORDER BY name")
        for keep in try MadeKeep.all(db) { apply(.keep(keep)) }
        for name in countries.compactMap({ CheckedRow(row: $0).text(0) }) { apply(.country(name)) }
    }
}

extension MadePin {
    init(_ pin: Pin, _ db: Database) throws {
        self.init(
            number: pin.number, name: pin.name, coordinate: pin.coordinate, area: pin.area, subtitle: pin.subtitle,
            removed: try RemovalRecord.photos(of: pin.number, db))
    }
}

extension MadeSearch {
    init(_ search: SavedSearch, _ db: Database) throws {
        self.init(
            number: search.number, name: search.name, identity: search.identity,
            removed: try SearchRecord.removed(from: search.number, db))
    }
}

extension MadeAlbum {
    init(_ album: Album, _ db: Database) throws {
        self.init(number: album.number, name: album.name, photos: try AlbumRecord.photos(of: album.number, db))
    }
}

extension MadeChange {
    /// What is so of the album now.
    static func now(album number: NodeNumber, _ db: Database) throws -> MadeChange {
        try AlbumRecord.of(number, db).map { .album(try MadeAlbum($0, db)) } ?? .noAlbum(number)
    }

    /// What is so of the search now.
    static func now(search number: NodeNumber, _ db: Database) throws -> MadeChange {
        try SearchRecord.of(number, db).map { .search(try MadeSearch($0, db)) } ?? .noSearch(number)
    }

    /// What is so of the pin now.
    static func now(pin number: NodeNumber, _ db: Database) throws -> MadeChange {
        try PinRecord.of(number, db).map { .pin(try MadePin($0, db)) } ?? .noPin(number)
    }

    /// What is so of the topic now.
    static func now(topic number: NodeNumber, _ db: Database) throws -> MadeChange {
        try TopicRecord.allMade(db).first { $0.number == number }.map { .topic($0) } ?? .noTopic(number)
    }

    /// What is so of the added place now.
    static func now(place id: PlaceID, _ db: Database) throws -> MadeChange {
        try PlaceRecord.all(in: .added, db).first { $0.id == id }.map { .place($0) } ?? .noPlace(id)
    }
}

/// The row of `made`: which file belongs to this catalog, and which of its lines the catalog has.
struct MadeRecord {
    /// Empty where it was lost with a damaged catalog.
    var mark: String
    /// nil where it was lost with a damaged catalog.
    var number: Int64?
    /// The digest of that line; nil where an older placesfs wrote the number.
    var digest: UInt64?

    static func of(_ db: Database) throws -> MadeRecord {
        let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT mark, number, digest FROM made")).map(
            CheckedRow.init)
        let number = row?.integer(1)
        return MadeRecord(
            mark: row?.text(0) ?? "", number: number.flatMap { $0 < 0 ? nil : $0 },
            digest: row?.integer(2).map { UInt64(bitPattern: $0) })
    }

    /// The catalog has all lines up to that one.
    static func set(_ last: (line: Int64, digest: UInt64?), _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE made SET number = ?, digest = ?")
            .execute(arguments: [last.line, last.digest.map { Int64(bitPattern: $0) }])
    }

    static func set(mark: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE made SET mark = ?", arguments: [mark])
    }
}

extension MadeFile {
    /// Writes changes down in the transaction that makes them.
    func record(_ changes: [MadeChange], _ db: Database) throws {
        guard !changes.isEmpty else { return }
        if mustBeWritten {
            try write(MadeThings(db), mark: MadeRecord.of(db).mark, numbers: NumberSequence.upcoming(db))
        } else {
            try append(changes)
        }
        try MadeRecord.set(last, db)
    }

    /// Takes back what was recorded since `end`, because the catalog did not take the change.
    func takeBack(to end: End, _ db: Database) {
        guard !cut(to: end) else { return }
        // It was written anew, and says what the catalog refused: the next start would believe it.
        try? write(MadeThings(db), mark: MadeRecord.of(db).mark, numbers: NumberSequence.upcoming(db))
    }
}
