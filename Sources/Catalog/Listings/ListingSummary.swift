internal import GRDB
public import PhotoTree

/// How much a directory lists, without the listing.
public struct ListingSummary: Hashable, Sendable {
    public var count: Int
    /// How many photos the source says it has.
    public var total: Int?
    public var changed: Timestamp
    public var refreshed: Timestamp
    /// How many more are known, which the options of the mount exclude.
    public var hidden: Int
    /// Whether the source was asked under other options.
    public var isOfOtherOptions: Bool
}

extension Catalog {
    /// Summaries of the directories of a country, read at once; directories that were never listed are absent.
    public func summaries(
        of directories: [DirectoryKey]
    ) async throws(CatalogError) -> [DirectoryKey: ListingSummary] {
        try await read { db in
            let options = try StoredOptions.current(db)
            // The condition on the position lets SQLite use the index of listed entries, however many former ones there
            // are.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT l.total, l.changed, l.refreshed, l.asked,
                        (SELECT COUNT(*) FROM entry e
                            WHERE e.directory = l.directory AND e.position >= 0 AND e.departed IS NULL),
                        (SELECT COALESCE(SUM(e.hidden), 0) FROM entry e
                            WHERE e.directory = l.directory AND e.position >= 0 AND e.departed IS NULL)
                    FROM directory d JOIN listing l ON l.directory = d.number WHERE d.key = ?
                    """)
            var summaries: [DirectoryKey: ListingSummary] = [:]
            for key in directories {
                let row = try Row.fetchOne(statement, arguments: [key.text]).map(CheckedRow.init)
                guard let row, let changed = row.timestamp(1), let refreshed = row.timestamp(2) else { continue }
                let hidden = row.int(5) ?? 0
                let (asked, wanted) = (row.text(3), options?.asked(for: key))
                summaries[key] = ListingSummary(
                    count: (row.int(4) ?? 0) - hidden, total: row.int(0), changed: changed, refreshed: refreshed,
                    hidden: hidden, isOfOtherOptions: asked != nil && wanted != nil && asked != wanted)
            }
            return summaries
        }
    }
}
