internal import GRDB
public import PhotoTree

/// Whom the copies of photos are to be credited to, as a catalog on disk knows by their digests; read beside the daemon
/// that may be using it, as `StoredFiles` are.
///
/// What a source says is gone is answered for too: its copies have to be credited as before.
public enum StoredCredits {
    /// - Returns: Those of `lengths` (in bytes) that a file of a known digest has: any other file needs no digest taken.
    /// - Throws: `foreign`, `newerSchema`, `damaged`, `locked` or `failed`; an absent file is `unwritable`.
    public static func lengths(
        among lengths: Set<Int64>, at path: String
    ) async throws(CatalogError) -> Set<Int64> {
        try await StoredCatalog.read(path) { db in try CreditRecord.lengths(among: lengths, db) }
    }

    /// - Parameters:
    ///   - digests: "sha256:<hex>" of what was fetched, "sha1:<hex>" where listings tell it.
    ///   - path: of the catalog's file.
    /// - Returns: The credit of each digest that is known.
    /// - Throws: as `lengths`.
    public static func of(
        _ digests: Set<String>, at path: String
    ) async throws(CatalogError) -> [String: PhotoCredit] {
        try await StoredCatalog.read(path) { db in try CreditRecord.credits(of: digests, db) }
    }
}
