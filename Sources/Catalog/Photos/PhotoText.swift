internal import Foundation
internal import GRDB
internal import PhotoTree

/// The full-text index of what is known of photos: title, description, tags and author.
enum PhotoText {
    /// How many photos one transaction indexes: a tenth of a second.
    static let batch = 500

    /// Indexes the words of some photos that came or changed.
    ///
    /// - Returns: Whether there may be more.
    static func index(_ db: Database, _ unused: UnusedDocuments) throws -> Bool {
        let due = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT photo FROM textDue ORDER BY photo LIMIT \(batch)"))
        guard !due.isEmpty else { return false }
        let read = try db.cachedStatement(sql: "SELECT \(PhotoRecord.columns) FROM photo p WHERE p.number = ?")
        let digest = try db.cachedStatement(sql: "SELECT digest FROM textDocument WHERE photo = ?")
        let point = try db.cachedStatement(
            sql: """
                INSERT INTO textDocument (document, photo, digest, taken, latitude, longitude) VALUES (?, ?, ?, ?, ?, ?)
                """)
        let write = try db.cachedStatement(sql: "INSERT INTO photoText (rowid, words) VALUES (?, ?)")
        let done = try db.cachedStatement(sql: "DELETE FROM textDue WHERE photo = ?")
        var losses = 0
        for number in due {
            try done.execute(arguments: [number])
            let row = try Row.fetchOne(read, arguments: [number])
            guard let photo = row.flatMap({ PhotoRecord(CheckedRow(row: $0)) })?.photo else {
                losses += try remove(number, db)
                continue
            }
            let words = SearchedText(photo).terms.sorted().joined(separator: " ")
            let mark = Self.mark(of: words, photo)
            guard try Int64.fetchOne(digest, arguments: [number]) != mark else { continue }
            losses += try remove(number, db)
            let document = try nextDocument(of: photo, db)
            let place = photo.coordinate
            try point.execute(
                arguments: [
                    document, number, mark, photo.dateTaken?.rawValue, place.map { hundredths($0.latitude) },
                    place.map { hundredths($0.longitude) },
                ])
            try write.execute(arguments: [document, words])
        }
        if unused.isDue(after: losses), try rebuildIfCrowded(db, unused) { return true }
        return due.count == batch
    }

    /// How many documents a period of uploads has room for, as bits: the next one has what is too much.
    static let slotBits: Int64 = 13
    /// In seconds. Numbers that are near each other take less room.
    private static let period: Int64 = 6 * 3600
    private static let periods: ClosedRange<Int64> = 1...(1 << 20)

    /// A number that no document has or had, behind those of photos of earlier periods.
    private static func nextDocument(of photo: Photo, _ db: Database) throws -> Int64 {
        let last = try db.cachedStatement(
            sql: "SELECT MAX(document) FROM textDocument WHERE document BETWEEN ? AND ?")
        let uploaded = (photo.uploaded?.rawValue ?? 0) / period
        var first = min(max(uploaded, periods.lowerBound), periods.upperBound) << slotBits
        while true {
            let end = first + (1 << slotBits)
            let next = (try Int64.fetchOne(last, arguments: [first, end - 1]) ?? first - 1) + 1
            if next < end { return next }
            first = end
        }
    }

    /// Hundredths of a degree, so that a box of them holds all that lies in the box.
    static func hundredths(_ degrees: Double) -> Int64 { Int64((degrees * 100).rounded(.down)) }

    /// - Returns: How many documents are no photo's any more: one or none.
    private static func remove(_ photo: Int64, _ db: Database) throws -> Int {
        try db.cachedStatement(
            sql: "UPDATE textDocument SET photo = NULL, taken = NULL, latitude = NULL, longitude = NULL WHERE photo = ?"
        ).execute(arguments: [photo])
        return db.changesCount
    }

    /// A photo that the user wants forgotten is found no more, unless a source lists it again.
    static func forget(_ photo: NodeNumber, _ db: Database) throws {
        _ = try remove(photo.stored, db)
        try db.cachedStatement(sql: "DELETE FROM textDue WHERE photo = ?").execute(arguments: [photo.stored])
    }

    /// Documents that are no photo's any more are never read, but take room.
    ///
    /// - Returns: Whether all photos are to be indexed again.
    private static func rebuildIfCrowded(_ db: Database, _ unused: UnusedDocuments) throws -> Bool {
        let row = try Row.fetchOne(db, sql: "SELECT COUNT(*), COUNT(photo) FROM textDocument").map(CheckedRow.init)
        guard let all = row?.integer(0), let used = row?.integer(1), unused.isCrowded(all, used: used)
        else { return false }
        try db.execute(
            sql: """
                INSERT INTO photoText (photoText) VALUES ('delete-all');
                INSERT OR IGNORE INTO textDue (photo) SELECT photo FROM textDocument WHERE photo IS NOT NULL;
                DELETE FROM textDocument;
                """)
        return true
    }

    /// The same for the same words, time and place, on every machine and in every version.
    private static func mark(of words: String, _ photo: Photo) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        words.utf8.forEach(add)
        let numbers = [photo.uploaded?.rawValue, photo.taken?.rawValue].map { $0.map { UInt64(bitPattern: $0) } }
        let place = [photo.coordinate?.latitude, photo.coordinate?.longitude].map { $0?.bitPattern }
        for number in numbers + place {
            add(number == nil ? 0 : 1)
            for shift in stride(from: 0, to: 64, by: 8) {
                add(UInt8(truncatingIfNeeded: (number ?? 0) >> UInt64(shift)))
            }
        }
        return Int64(bitPattern: hash)
    }
}
