internal import GRDB
public import PhotoTree

extension Catalog {
    /// When pins, topics and searches were last added, renamed, moved or removed, under `.pins`, `.tags`, `.searches`
    /// and `.albums`; absent when never. Under `.root`, whose entries never change, when it was first mounted.
    public func changedTimes() async throws(CatalogError) -> [DirectoryKey: Timestamp] {
        try await read { db in
            var times: [DirectoryKey: Timestamp] = [:]
            for key in [DirectoryKey.root, .pins, .tags, .searches, .albums] {
                times[key] = try ChangeRecord.moment(of: key, db)
            }
            return times
        }
    }

    /// When countries of `places/` were last added or removed, and places of each country, by its name; absent when
    /// never.
    public func changedPlaces() async throws(CatalogError) -> (list: Timestamp?, countries: [String: Timestamp]) {
        try await read { db in
            let prefix = DirectoryKey.country("").text
            let statement = try db.cachedStatement(
                sql: "SELECT directory, moment FROM changed WHERE substr(directory, 1, length(?1)) = ?1")
            var countries: [String: Timestamp] = [:]
            for row in try Row.fetchAll(statement, arguments: [prefix]).map(CheckedRow.init) {
                guard let directory = row.text(0) else { continue }
                let name = directory.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
                countries[String(String.UnicodeScalarView(name))] = row.timestamp(1)
            }
            return (try ChangeRecord.moment(of: .places, db), countries)
        }
    }

    /// Stores when directories that list no photos last changed.
    public func noteChanges(_ times: [DirectoryKey: Timestamp]) async throws(CatalogError) {
        try await write { db in
            for (key, time) in times {
                try ChangeRecord.note(key, now: time, db)
            }
        }
    }
}
