internal import GRDB
public import PhotoTree

extension Catalog {
    /// The rules by which lengths were estimated so far, and the highest number of a photo.
    public func sizeRules() async throws(CatalogError) -> (rules: [SizeRule], highest: NodeNumber) {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT width, first, perPixel FROM sizeRule ORDER BY width, first")
            let rules = rows.map { CheckedRow(row: $0) }.compactMap { row -> SizeRule? in
                guard let width = row.integer(0, in: 1...1_000_000),
                    let first = row.integer(1, in: 1...Int64(UInt32.max)),
                    let perPixel = row.real(2), perPixel > 0
                else { return nil }
                return SizeRule(width: Int(width), first: NodeNumber(UInt64(first)), perPixel: perPixel)
            }
            let highest = try Int64.fetchOne(db, sql: "SELECT MAX(number) FROM photo") ?? 1
            return (rules, NodeNumber(UInt64(max(1, highest))))
        }
    }

    public func store(_ rule: SizeRule) async throws(CatalogError) {
        try await write { db in
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO sizeRule (width, first, perPixel) VALUES (?, ?, ?)")
                .execute(arguments: [rule.width, rule.first.stored, rule.perPixel])
        }
    }
}
