internal import GRDB
public import PhotoTree

/// What a catalog on disk has learnt of files, read beside the daemon that may be using it: nothing is made, brought up
/// to date or set aside. For commands; the daemon asks its `Catalog`.
public enum StoredFiles {
    /// - Parameters:
    ///   - keys: any number.
    ///   - path: of the catalog's file.
    /// - Returns: what was learnt of each of `keys`; those never fetched are left out.
    /// - Throws: `foreign`, `newerSchema`, `damaged` or `failed`; an absent file is `failed` too.
    public static func learnt(
        of keys: [ImageKey], at path: String
    ) async throws(CatalogError) -> [ImageKey: LearntFile] {
        do {
            var configuration = CatalogFile.configuration(waitingForLocks: .seconds(5))
            configuration.readonly = true
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            return try await database.read { db in
                guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == CatalogSchema.applicationID else {
                    throw CatalogError.foreign(path: path)
                }
                guard try !CatalogSchema.migrator(firstTopics: []).hasBeenSuperseded(db) else {
                    throw CatalogError.newerSchema(path: path)
                }
                return try LearntFileRecord.of(keys, db)
            }
        } catch {
            throw CatalogError(error, path: path)
        }
    }
}
