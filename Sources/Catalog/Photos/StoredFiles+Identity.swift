internal import GRDB
public import PhotoTree

extension StoredFiles {
    /// The photo that has this id, or whose page at its source this is, with or without a slash at its end.
    ///
    /// - Parameters:
    ///   - text: an id or an address.
    ///   - path: of the catalog's file.
    /// - Returns: nil for a photo that the catalog never heard of; of one that was in no list for 30 days the page is not
    ///   known any more, but its id is, if that ends the address.
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
