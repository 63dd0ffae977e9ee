internal import FoundationEssentials
internal import GRDB
internal import PhotoTree

// What the source asks.
extension PhotoIndex {
    /// The places that have photos, those with the most first.
    func places() async throws -> [Place] { try await placeCounts().map(\.place) }

    /// The same, with the numbers of photos.
    func placeCounts() async throws -> [(place: Place, photos: Int)] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT p.place, f.photos FROM (SELECT place, COUNT(*) AS photos FROM file GROUP BY place) f
                    JOIN place p ON p.id = f.place ORDER BY f.photos DESC, p.id
                    """
            ).compactMap { row in
                (try? JSONDecoder().decode(Place.self, from: row[0] as Data)).map { ($0, row[1] as Int) }
            }
        }
    }

    /// The photos for which a condition of SQL holds, newest first.
    func photos(where condition: String, _ arguments: StatementArguments) async throws -> [Photo] {
        try await read { [self] db in
            let rows = try Data.fetchCursor(
                db, sql: "SELECT photo FROM file WHERE \(condition) ORDER BY time DESC, path", arguments: arguments)
            var photos: [Photo] = []
            while let data = try rows.next() {
                if let photo = photo(data) { photos.append(photo) }
            }
            return photos
        }
    }

    /// All photos that `admits` lets pass, newest first; the others are not kept in memory.
    func photos(admitting admits: @escaping @Sendable (Photo) -> Bool) async throws -> [Photo] {
        try await read { [self] db in
            let rows = try Data.fetchCursor(db, sql: "SELECT photo FROM file ORDER BY time DESC, path")
            var photos: [Photo] = []
            while let data = try rows.next() {
                if let photo = photo(data), admits(photo) { photos.append(photo) }
            }
            return photos
        }
    }

    func photo(_ id: PhotoID) async throws -> Photo? {
        try await read { [self] db in
            let data = try Data.fetchOne(db, sql: "SELECT photo FROM file WHERE id = ?", arguments: [id.rawValue])
            return data.flatMap { photo($0) }
        }
    }

    /// Where the photo's file lies.
    func path(of id: PhotoID) throws -> [UInt8]? {
        try readNow { db in
            try Data.fetchOne(
                db.cachedStatement(sql: "SELECT path FROM file WHERE id = ?"), arguments: [id.rawValue]
            ).map { [UInt8]($0) }
        }
    }

    /// Keywords of which nothing is noted, and noted ones that no photo bears.
    func keywordChange() async throws -> KeywordChange {
        try await read { db in
            let added = try Row.fetchAll(
                db,
                sql: "SELECT key, MIN(name) FROM tag WHERE key NOT IN (SELECT key FROM topic) GROUP BY key")
            let removed = try String.fetchAll(
                db, sql: "SELECT key FROM topic WHERE isMade AND key NOT IN (SELECT key FROM tag)")
            let pairs = added.map { ($0[0] as String, $0[1] as String) }
            return KeywordChange(added: Dictionary(pairs) { first, _ in first }, removed: removed)
        }
    }

    func note(_ keywords: [String: Bool]) async throws {
        try await write { db in
            for (key, isMade) in keywords {
                let isBorne = try Int.fetchOne(db, sql: "SELECT 1 FROM tag WHERE key = ?", arguments: [key]) != nil
                try db.execute(
                    sql: isBorne
                        ? "INSERT OR REPLACE INTO topic (key, isMade) VALUES (:key, :isMade)"
                        : "DELETE FROM topic WHERE key = :key AND :isMade NOT NULL",
                    arguments: ["key": key, "isMade": isMade])
            }
        }
    }

    /// How much there is of everything.
    func counts() throws -> FolderCounts {
        try readNow { db in
            var counts = FolderCounts()
            counts.photos = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM file") ?? 0
            counts.positions = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM file WHERE latitude NOT NULL") ?? 0
            counts.placeless =
                try Int.fetchOne(
                    db, sql: "SELECT COUNT(*) FROM file WHERE place GLOB ?", arguments: [FoundPlace.unknownPrefix + "*"]
                ) ?? 0
            for row in try Row.fetchAll(db, sql: "SELECT reason, COUNT(*) FROM leftOut GROUP BY reason") {
                if let reason = LeftOutReason(rawValue: row[0]) { counts.leftOut[reason] = row[1] }
            }
            return counts
        }
    }
}
