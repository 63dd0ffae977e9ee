internal import GRDB
public import PhotoTree

/// The credits for copies of photos, found by the copies' digests in a catalog on disk. Like `StoredFiles` it may read
/// beside the daemon that uses the catalog.
///
/// Photos that their source says are gone are included: their copies must be credited as before.
public enum StoredCredits {
    /// - Returns: Those of `lengths` (in bytes) that a file of a known digest has: no other file needs to be digested.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; an absent file is `unwritable`.
    public static func lengths(
        among lengths: Set<Int64>, at path: String
    ) async throws(CatalogError) -> Set<Int64> {
        try await StoredCatalog.read(path) { db in try CreditRecord.lengths(among: lengths, db) }
    }

    /// - Parameters:
    ///   - digests: "sha256:<hex>" of fetched files, "sha1:<hex>" where listings give it.
    ///   - path: of the catalog's file.
    /// - Returns: The credit of each digest that is known.
    /// - Throws: as `lengths`.
    public static func of(
        _ digests: Set<String>, at path: String
    ) async throws(CatalogError) -> [String: PhotoCredit] {
        try await StoredCatalog.read(path) { db in try CreditRecord.credits(of: digests, db) }
    }
}
