import PhotoTree

@testable import Catalog

extension Catalog {
    /// With one topic from the start, which is called as Flickr's is.
    convenience init(at path: String, now: @escaping @Sendable () -> Timestamp) async throws(CatalogError) {
        try await self.init(at: path, firstTopics: ["cs193pspot"], now: now)
    }

    convenience init(
        at path: String, waitingForLocks patience: Duration, now: @escaping @Sendable () -> Timestamp
    ) async throws(CatalogError) {
        try await self.init(at: path, firstTopics: ["cs193pspot"], waitingForLocks: patience, now: now)
    }
}

extension CatalogFile {
    init(path: String) {
        self.init(path: path, firstTopics: [])
    }
}
