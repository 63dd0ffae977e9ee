internal import GRDB

/// Reads a catalog on disk without making it, migrating it or setting it aside.
enum StoredCatalog {
    /// - Throws: `foreign`, `newerSchema`, or what SQLite says.
    static func read<T: Sendable>(
        _ path: String, _ work: @Sendable (Database) throws -> T
    ) async throws(CatalogError) -> T {
        do {
            var configuration = CatalogDatabase.configuration(waitingForLocks: .seconds(5))
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
                return try work(db)
            }
        } catch {
            throw CatalogError(error, path: path)
        }
    }
}
