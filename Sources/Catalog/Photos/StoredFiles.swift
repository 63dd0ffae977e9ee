internal import GRDB
public import PhotoTree

/// What a catalog on disk has learnt of files. It may be read beside the daemon that uses it: nothing is made, migrated
/// or set aside. For commands; the daemon asks its `Catalog`.
public enum StoredFiles {
    /// - Parameters:
    ///   - keys: any number.
    ///   - path: of the catalog's file.
    /// - Returns: what was learnt of each of `keys`; keys that were never fetched are left out.
    /// - Throws: `foreign`, `newerSchema`, `damaged` or `failed`; an absent file is `failed` too.
    public static func learnt(
        of keys: [ImageKey], at path: String
    ) async throws(CatalogError) -> [ImageKey: KnownFile] {
        try await StoredCatalog.read(path) { db in try KnownFileRecord.of(keys, db) }
    }
}

extension StoredFiles {
    /// Finds a photo by its id, or by its page's address at its source, with or without a slash at the end.
    ///
    /// - Parameters:
    ///   - text: an id or an address.
    ///   - path: of the catalog's file.
    /// - Returns: nil for an unknown photo. For a photo that was unlisted for 30 days the page is forgotten, but it is
    ///   found by its id, if the address ends with that.
    /// - Throws: `foreign`, `newerSchema`, `damaged` or `failed`; an absent file is `failed` too.
    public static func photo(named text: String, at path: String) async throws(CatalogError) -> PhotoID? {
        var page = text
        while page.hasSuffix("/") { page.removeLast() }
        let isAddress = page.contains("://")
        let id = isAddress ? page.split(separator: "/").last.map(String.init) ?? "" : text
        let pages = isAddress ? [page, page + "/"] : []
        return try await StoredCatalog.read(path) { db in
            if isAddress {
                let paged = try String.fetchOne(
                    db, sql: "SELECT id FROM photo WHERE pageURL IN (?, ?)", arguments: [pages[0], pages[1]])
                if let paged { return PhotoID(paged) }
            }
            let known = try String.fetchOne(db, sql: "SELECT id FROM photo WHERE id = ?", arguments: [id])
            return known.map { PhotoID($0) }
        }
    }
}
