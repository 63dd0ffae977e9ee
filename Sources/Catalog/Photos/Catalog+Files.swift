internal import GRDB
public import PhotoTree

/// What a download brought to light.
public enum FileNews: Sendable {
    case learned(ImageKey, LearntFile)
    /// The whole image came just now.
    case fetched(ImageKey)
    /// What is put into the image was decided.
    case embedded(EmbeddedDecision)
}

extension Catalog {
    /// What was learnt of each of `keys`; those never fetched are left out.
    public func learntFiles(_ keys: [ImageKey]) async throws(CatalogError) -> [ImageKey: LearntFile] {
        try await read { db in try LearntFileRecord.of(keys, db) }
    }

    /// The lengths in bytes of the renditions learnt of the photos that became known last, with their dimensions in
    /// pixels, where their listing tells them.
    public func latestLengths(
        _ count: Int
    ) async throws(CatalogError) -> [(width: Int, height: Int, length: Int64)] {
        try await read { db in try LearntFileRecord.latest(count, db) }
    }

    /// Keeps a file's length, and its digest if there is one, for ever. A length alone leaves the digest learnt with
    /// the same length; one that no image can have is not kept.
    public func learn(_ file: LearntFile, of key: ImageKey) async throws(CatalogError) {
        guard ImageLength.possible(file.length) != nil else { return }
        let now = now()
        try await write { db in try LearntFileRecord.learn(file, of: key, now: now, db) }
    }

    /// Keeps several of them in one transaction, in their order.
    public func note(_ news: [FileNews]) async throws(CatalogError) {
        let now = now()
        try await write { db in
            for news in news {
                switch news {
                case .learned(let key, let file):
                    guard ImageLength.possible(file.length) != nil else { continue }
                    try LearntFileRecord.learn(file, of: key, now: now, db)
                case .fetched(let key):
                    try LearntFileRecord.confirm(key, at: now, db)
                case .embedded(let decision):
                    try EmbeddedCreditRecord.keep(decision, now: now, db)
                }
            }
        }
    }

    /// The photos of which some rendition has the digest ("sha256:<hex>"), if more than their identity is known.
    public func photos(withDigest digest: String) async throws(CatalogError) -> [Photo] {
        try await read { db in try LearntFileRecord.photos(withDigest: digest, db) }
    }
}
