internal import GRDB
public import PhotoTree

/// What a number stands for, as far as the catalog knows it.
public enum NumberedNode: Hashable, Sendable {
    case directory(DirectoryKey)
    /// A photo as one directory shows it, and all directories that do, or did within the last 30 days.
    case photo(ListingEntry, in: Set<DirectoryKey>)
    /// A file that placesfs writes for the listing of a directory, or did for an earlier one.
    case file(in: DirectoryKey)
    case link(to: DirectoryKey)
}

extension Catalog {
    /// What the number was given to; nil for one that nothing has any more. Takes as long as a look through all
    /// listings.
    public func node(numbered number: NodeNumber) async throws(CatalogError) -> NumberedNode? {
        let expiry = EntryRecord.expiry(now())
        return try await read { db in
            if let key = try directory("SELECT number, key FROM directory WHERE number = ?", number, db) {
                return .directory(key)
            }
            if let photo = try shownPhoto(number, after: expiry, db) { return photo }
            let files = [
                "SELECT d.number, d.key FROM generatedFile f JOIN directory d ON d.number = f.directory WHERE f.number = ?",
                "SELECT d.number, d.key FROM entry e JOIN directory d ON d.number = e.directory WHERE e.sidecar = ?",
                // The files of a tag have consecutive numbers.
                "SELECT number, directory FROM writtenFile WHERE name = '' AND number <= ? ORDER BY number DESC LIMIT 1",
            ]
            let target = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT number, target FROM link WHERE number = ?"), arguments: [number.stored])
            if let text = target.flatMap({ CheckedRow(row: $0).text(1) }) {
                return DirectoryKey(text, number).map(NumberedNode.link)
            }
            for sql in files {
                if let key = try directory(sql, number, db) { return .file(in: key) }
            }
            return nil
        }
    }

    private func directory(_ sql: String, _ number: NodeNumber, _ db: Database) throws -> DirectoryKey? {
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [number.stored]).map(CheckedRow.init)
        return row.flatMap { row in
            row.number(0).flatMap { directory in row.text(1).flatMap { DirectoryKey($0, directory) } }
        }
    }

    private func shownPhoto(_ number: NodeNumber, after expiry: Int64, _ db: Database) throws -> NumberedNode? {
        let shown = try EntryRecord.shown(number, after: expiry, db)
        guard let entry = shown.first?.entry.listingEntry else { return nil }
        return .photo(entry, in: Set(shown.map(\.key)))
    }
}
