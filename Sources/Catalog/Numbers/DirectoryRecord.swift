internal import GRDB
internal import PhotoTree

/// A row of `directory`: a directory's number until it is retired. For a place also since when the lists of places lack
/// it.
struct DirectoryRecord {
    static func number(of key: DirectoryKey, _ db: Database) throws -> NodeNumber? {
        if key == .root { return .root }
        return try number(key: key.text, db)
    }

    private static func number(key: String, _ db: Database) throws -> NodeNumber? {
        let number = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM directory WHERE key = ?"), arguments: [key])
        return number.flatMap { UInt64(exactly: $0) }.map { NodeNumber($0) }
    }

    static func numberOrNew(of key: DirectoryKey, _ db: Database) throws -> NodeNumber {
        // Pins and topics are made and removed only by their own calls: asking for one that is gone does not make it
        // again.
        if let own = key.ownNumber { return own }
        if let known = try number(of: key, db) { return known }
        let number = try key.fixedNumber ?? NumberSequence.next(db)
        // The directories of its tags are not made again either.
        if case .numbered(.topic, let topic) = key.listingKey, try !TopicRecord.exists(topic, db) { return number }
        try insert(number, key, db)
        return number
    }

    /// Adds a directory whose key contains its number: `wanted`, if it was taken from the sequence and is unused, or
    /// else a new one.
    static func add(
        reusing wanted: NodeNumber?, _ db: Database, key: (NodeNumber) -> DirectoryKey
    ) throws -> NodeNumber {
        var number = wanted
        if let wanted {
            let isFree = try NumberSequence.hasGiven(wanted, db) && !exists(wanted, db)
            number = isFree ? wanted : nil
        }
        let own = try number ?? NumberSequence.next(db)
        try insert(own, key(own), db)
        return own
    }

    private static func exists(_ number: NodeNumber, _ db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM directory WHERE number = ?"), arguments: [number.stored]) != nil
    }

    /// Writes down a number that was given out while the disk took nothing.
    static func adopt(_ number: NodeNumber, of key: DirectoryKey, _ db: Database) throws {
        if case .numbered(.topic, let topic) = key.listingKey, try !TopicRecord.exists(topic, db) { return }
        guard try self.number(of: key, db) == nil, try !exists(number, db) else { return }
        try insert(number, key, db)
    }

    private static func insert(_ number: NodeNumber, _ key: DirectoryKey, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO directory (number, key) VALUES (?, ?)")
            .execute(arguments: [number.stored, key.text])
    }

    /// Deletes the row; its foreign keys delete the listing, its generated files and entries, and the pin or topic.
    static func retire(_ key: DirectoryKey, now: Timestamp, _ db: Database) throws {
        try retire(key: key.text, now: now, db)
    }

    static func retire(key: String, now: Timestamp, _ db: Database) throws {
        try WrittenFileRecord.forgetAll(of: key, db)
        try KeptFolderRecord.remove(key: key, db)
        try db.cachedStatement(sql: "DELETE FROM directory WHERE key = ?").execute(arguments: ["small:" + key])
        guard let number = try number(key: key, db) else { return }
        let photos = try EntryRecord.listedPhotos(in: number, db)
        try db.cachedStatement(sql: "DELETE FROM directory WHERE number = ?").execute(arguments: [number.stored])
        try PhotoRecord.noteUnlisted(photos, now: now, db)
    }

    /// The directories of places that were missing from `listed` for 30 days; notes since when others are missing.
    static func departedPlaces(
        besides listed: Set<DirectoryKey>, now: Timestamp, _ db: Database
    ) throws -> [DirectoryKey] {
        let prefix = DirectoryKey.place(PlaceID("")).text
        // ";" is the character after ":".
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT number, key, departed FROM directory WHERE key >= ? AND key < ?"),
            arguments: [prefix, prefix.dropLast() + ";"])
        let note = try db.cachedStatement(sql: "UPDATE directory SET departed = ? WHERE number = ?")
        var ended: [DirectoryKey] = []
        for row in rows.map(CheckedRow.init) {
            guard let number = row.number(0), let text = row.text(1), let key = DirectoryKey(listing: text, number)
            else { continue }
            switch (listed.contains(key), row.timestamp(2)) {
            case (true, nil): break
            case (true, _?): try note.execute(arguments: [nil, number.stored])
            case (false, nil): try note.execute(arguments: [now.rawValue, number.stored])
            case (false, let departed?):
                if departed.rawValue <= EntryRecord.expiry(now) { ended.append(key) }
            }
        }
        return ended
    }

    /// Retires the directories of the topic's tags.
    static func retireTags(of topic: NodeNumber, now: Timestamp, _ db: Database) throws {
        let prefix = DirectoryKey.tag("", of: topic).text
        // "0" is the character after "/", so by the index of keys this range is all keys with the prefix.
        let keys = try String.fetchAll(
            db.cachedStatement(sql: "SELECT key FROM directory WHERE key >= ? AND key < ?"),
            arguments: [prefix, prefix.dropLast() + "0"])
        for key in keys {
            try retire(key: key, now: now, db)
        }
    }
}

/// A row of `link`: the number of the symbolic link to a directory.
struct LinkRecord {
    static func number(to target: DirectoryKey, _ db: Database) throws -> NodeNumber? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT number FROM link WHERE target = ?"), arguments: [target.text])
        return row.flatMap { CheckedRow(row: $0).number(0) }
    }

    static func insert(linkTo target: DirectoryKey, _ db: Database) throws -> NodeNumber {
        let number = try NumberSequence.next(db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO link (target, number) VALUES (?, ?)")
            .execute(arguments: [target.text, number.stored])
        return number
    }
}

extension DirectoryKey {
    /// The key with this text; `number` is the directory's. nil where its own is another one.
    init?(_ text: String, _ number: NodeNumber) {
        guard let key = DirectoryKey(stored: text), key.ownNumber == nil || key.ownNumber == number else { return nil }
        self = key
    }

    /// A directory by its text and number; nil unless it has a listing of its own.
    init?(listing text: String, _ number: NodeNumber) {
        guard let key = DirectoryKey(text, number), key.listing != nil, key.listingKey == key else { return nil }
        self = key
    }

    /// The number that is part of the key itself.
    var ownNumber: NodeNumber? {
        switch self {
        case .root: .root
        case .numbered(_, let number), .placeholder(_, let number): number
        default: nil
        }
    }

    /// The number of a made directory that it is, or is a part of.
    var madeNumber: NodeNumber? { listingKey.ownNumber }

    /// The same directory in a catalog where that number is another one.
    func renumbered(_ number: NodeNumber) -> DirectoryKey {
        switch self {
        case .numbered(let kind, _): .numbered(kind, number)
        case .tag(let tag, _): .tag(tag, of: number)
        default: self
        }
    }
}

extension NodeNumber {
    /// As SQLite stores it; a number that no node can have matches no row.
    var stored: Int64 { Int64(clamping: rawValue) }
}

/// A row of `changed`: when the entries of a directory that lists no photos last changed.
struct ChangeRecord {
    static func note(_ directory: DirectoryKey, now: Timestamp, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO changed (directory, moment) VALUES (?, ?)")
            .execute(arguments: [directory.text, now.rawValue])
    }

    static func moment(of directory: DirectoryKey, _ db: Database) throws -> Timestamp? {
        let statement = try db.cachedStatement(sql: "SELECT moment FROM changed WHERE directory = ?")
        return try Row.fetchOne(statement, arguments: [directory.text]).flatMap { CheckedRow(row: $0).timestamp(0) }
    }
}
