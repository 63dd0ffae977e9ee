import Catalog
import PhotoTree

extension Catalog {
    /// With one topic from the start.
    static func inMemory(now: @escaping @Sendable () -> Timestamp) async throws(CatalogError) -> Catalog {
        try await inMemory(firstTopics: ["cs193pspot"], now: now)
    }
}
