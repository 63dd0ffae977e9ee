internal import GRDB
public import PhotoTree

/// News from a download.
public enum FileNews: Sendable {
    case learned(ImageKey, KnownFile)
    /// The whole image was fetched just now.
    case fetched(ImageKey)
    /// What was learnt of the image is wrong, or is about a file that the source has replaced.
    case forgot(ImageKey)
    /// The bytes to insert into the image were decided.
    case embedded(EmbeddedDecision)
}

extension Catalog {
    /// What was learnt of each of `keys`; keys that were never fetched are left out.
    public func learntFiles(_ keys: [ImageKey]) async throws(CatalogError) -> [ImageKey: KnownFile] {
        try await read { db in try KnownFileRecord.of(keys, db) }
    }

    /// The learnt lengths in bytes of the newest photos' renditions, with their dimensions in pixels where the listing
    /// has them.
    public func latestLengths(
        _ count: Int
    ) async throws(CatalogError) -> [(width: Int, height: Int, length: Int64)] {
        try await read { db in try KnownFileRecord.latest(count, db) }
    }

    /// Stores a file's length, and its digest if there is one, for ever. A length without a digest keeps a digest that
    /// was learnt with the same length. A length that no image can have is not stored.
    public func learn(_ file: KnownFile, of key: ImageKey) async throws(CatalogError) {
        guard ImageLength.possible(file.length) != nil else { return }
        let now = now()
        try await write { db in try KnownFileRecord.learn(file, of: key, now: now, db) }
    }

    /// Stores several of them in one transaction, in their order.
    public func note(_ news: [FileNews]) async throws(CatalogError) {
        let now = now()
        try await write { db in
            for news in news {
                switch news {
                case .learned(let key, let file):
                    guard ImageLength.possible(file.length) != nil else { continue }
                    try KnownFileRecord.learn(file, of: key, now: now, db)
                case .fetched(let key):
                    try KnownFileRecord.confirm(key, at: now, db)
                case .forgot(let key):
                    try KnownFileRecord.forget(key, db)
                case .embedded(let decision):
                    try EmbeddedCreditRecord.store(decision, now: now, db)
                }
            }
        }
    }

    /// The photos whose page at the source this is; and where only the identity of a photo is known, one whose id ends the
    /// address. Takes as long as a look through all photos.
    public func photos(withPage page: String) async throws(CatalogError) -> [PhotoID] {
        let id = page.split(separator: "/").last.map(String.init)
        return try await read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM photo WHERE gone IS NULL AND (pageURL = ? OR (pageURL IS NULL AND id = ?))
                    ORDER BY number
                    """, arguments: [page, id]
            ).map { PhotoID($0) }
        }
    }

    /// The photos with a rendition of this digest ("sha256:<hex>"), also those of which only the identity is known.
    public func photos(withDigest digest: String) async throws(CatalogError) -> [PhotoID] {
        try await read { db in try KnownFileRecord.photos(withDigest: digest, db) }
    }
}
