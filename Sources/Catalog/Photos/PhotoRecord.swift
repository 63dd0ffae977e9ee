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
            .execute(arguments: [number.stored, id.rawValue, now.rawValue])
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

extension Photo {
    /// The photo in a form that the catalog can return unchanged: without the separators of `StoredFields`, without
    /// NUL, and without empty tags.
    var storable: Photo {
        // Most photos are: the copies below would be a thirtieth of a first listing.
        guard !isStorable else { return self }
        var photo = self
        photo.title = StoredFields.clean(title)
        photo.description = StoredFields.clean(description)
        photo.owner = StoredFields.clean(owner)
        photo.ownerName = StoredFields.clean(ownerName)
        photo.license = license.map {
            License(
                id: StoredFields.clean($0.id), name: StoredFields.clean($0.name), url: $0.url.map(StoredFields.clean))
        }
        photo.tags = tags.map(StoredFields.clean).filter { !$0.isEmpty }
        photo.pageURL = StoredFields.clean(pageURL)
        photo.renditions = renditions.map(\.storable)
        photo.sourceAttributes = Dictionary(
            sourceAttributes.map { (StoredFields.clean($0.key), StoredFields.clean($0.value)) }
        ) { first, _ in first }
        return photo
    }

    private var isStorable: Bool {
        [title, description, owner, ownerName, pageURL].allSatisfy(StoredFields.isClean)
            && (license.map { license in
                [license.id, license.name, license.url ?? ""].allSatisfy(StoredFields.isClean)
            } ?? true)
            && tags.allSatisfy { !$0.isEmpty && StoredFields.isClean($0) }
            && renditions.allSatisfy(\.isStorable)
            && sourceAttributes.allSatisfy { StoredFields.isClean($0.key) && StoredFields.isClean($0.value) }
    }

    /// Whether a map, a sidecar or the credits have the same content for both: compares everything, but of renditions
    /// larger than thumbnails only their names and sizes in pixels.
    func showsTheSame(as other: Photo) -> Bool {
        shown == other.shown
    }

    private var shown: Photo {
        var photo = self
        photo.renditions = renditions.map { rendition in
            guard !rendition.isSmall else { return rendition }
            return Rendition(name: rendition.name, width: rendition.width, height: rendition.height, url: "")
        }
        return photo
    }
}

extension Rendition {
    /// A map's thumbnail is one of these; the map chooses which.
    fileprivate var isSmall: Bool {
        guard let longest = [width, height].compactMap({ $0 }).max() else { return true }
        return longest <= 500
    }

    fileprivate var isStorable: Bool {
        StoredFields.isClean(name) && StoredFields.isClean(url)
            && (digest.map { !$0.isEmpty && StoredFields.isClean($0) } ?? true)
    }

    fileprivate var storable: Rendition {
        let digest = digest.map(StoredFields.clean)
        return Rendition(
            name: StoredFields.clean(name), width: width, height: height, url: StoredFields.clean(url),
            byteCount: byteCount, digest: digest == "" ? nil : digest)
    }

    /// Written as bytes: a listing has some five hundred renditions.
    static func text(_ renditions: [Rendition]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(renditions.reduce(0) { $0 + $1.url.utf8.count + 24 })
        func append(_ field: String?) {
            bytes += StoredFields.fieldEnd.utf8
            if let field { bytes += field.utf8 }
        }
        for (index, rendition) in renditions.enumerated() {
            if index > 0 { bytes += StoredFields.recordEnd.utf8 }
            bytes += rendition.name.utf8
            append(rendition.url)
            append(rendition.width.map(String.init))
            append(rendition.height.map(String.init))
            append(rendition.byteCount.map(String.init))
            append(rendition.digest)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The renditions in `text` that have a name and an address; fields that an older placesfs did not write are nil.
    static func stored(_ text: String) -> [Rendition] {
        guard !text.isEmpty else { return [] }
        // In one pass over the bytes, without a text for each number: a listing of hundreds has thousands of
        // renditions.
        let bytes = Array(text.utf8)
        var renditions: [Rendition] = []
        var fields: [Range<Int>] = []
        var start = 0
        fields.reserveCapacity(8)
        func end(at index: Int) {
            fields.append(start..<index)
            if fields.count >= 2 { renditions.append(Rendition(stored: bytes, fields)) }
            fields.removeAll(keepingCapacity: true)
        }
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte & 0xFE == 0x1E else { continue }
            if byte == 0x1E { end(at: index) } else { fields.append(start..<index) }
            start = index + 1
        }
        end(at: bytes.count)
        return renditions
    }

    /// `fields` are at least two.
    private init(stored bytes: [UInt8], _ fields: [Range<Int>]) {
        func text(_ index: Int) -> String { String(decoding: bytes[fields[index]], as: UTF8.self) }
        func number(_ index: Int) -> Int? {
            guard index < fields.count, (1...18).contains(fields[index].count) else { return nil }
            var number = 0
            for byte in bytes[fields[index]] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return number
        }
        self.init(
            name: text(0), width: number(2), height: number(3), url: text(1), byteCount: number(4).map(Int64.init),
            digest: fields.count > 5 && !fields[5].isEmpty ? text(5) : nil)
    }
}
