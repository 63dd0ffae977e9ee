internal import GRDB
public import PhotoTree

/// How much a directory lists, without the listing.
public struct ListingSummary: Hashable, Sendable {
    public var count: Int
    /// How many the source says it has.
    public var total: Int?
    public var changed: Timestamp
    public var refreshed: Timestamp
}

extension Catalog {
    /// What the directories of a country hold, in one reading; those never listed are absent.
    public func summaries(
        of directories: [DirectoryKey]
    ) async throws(CatalogError) -> [DirectoryKey: ListingSummary] {
        try await read { db in
            // The position lets SQLite use the index of listed entries, however many former ones there are.
            let count = try db.cachedStatement(
                sql: "SELECT COUNT(*) FROM entry WHERE directory = ? AND position >= 0 AND departed IS NULL")
            var summaries: [DirectoryKey: ListingSummary] = [:]
            for key in directories {
                guard let number = try DirectoryRecord.number(of: key, db),
                    let record = try ListingRecord.of(number, db)
                else { continue }
                summaries[key] = ListingSummary(
                    count: try Int.fetchOne(count, arguments: [Int64(number.rawValue)]) ?? 0, total: record.total,
                    changed: record.changed, refreshed: record.refreshed)
            }
            return summaries
        }
    }
}
