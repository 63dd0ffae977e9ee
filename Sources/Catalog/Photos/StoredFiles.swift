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
    ) async throws(CatalogError) -> [ImageKey: LearntFile] {
        try await StoredCatalog.read(path) { db in try LearntFileRecord.of(keys, db) }
    }
}
