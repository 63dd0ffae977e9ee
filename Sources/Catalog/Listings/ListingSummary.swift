internal import GRDB
public import PhotoTree

/// How much a directory lists, without the listing.
public struct ListingSummary: Hashable, Sendable {
    public var count: Int
    /// How many photos the source says it has.
    public var total: Int?
    public var changed: Timestamp
    public var refreshed: Timestamp
}

extension Catalog {
    /// Summaries of the directories of a country, read at once; directories that were never listed are absent.
    public func summaries(
        of directories: [DirectoryKey]
    ) async throws(CatalogError) -> [DirectoryKey: ListingSummary] {
        try await read { db in
            // The condition on the position lets SQLite use the index of listed entries, however many former ones there
            // are.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT l.total, l.changed, l.refreshed, (SELECT COUNT(*) FROM entry e
                        WHERE e.directory = l.directory AND e.position >= 0 AND e.departed IS NULL)
                    FROM directory d JOIN listing l ON l.directory = d.number WHERE d.key = ?
                    """)
            var summaries: [DirectoryKey: ListingSummary] = [:]
            for key in directories {
                let row = try Row.fetchOne(statement, arguments: [key.text]).map(LenientRow.init)
                guard let row, let changed = row.timestamp(1), let refreshed = row.timestamp(2) else { continue }
                summaries[key] = ListingSummary(
                    count: row.int(3) ?? 0, total: row.int(0), changed: changed, refreshed: refreshed)
            }
            return summaries
        }
    }
}
