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

    /// The photos whose page at the source this is; and where only the identity of a photo is known, one whose id ends
    /// the address. Takes as long as a look through all photos.
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

// How long kept bytes of a photo may be served without asking its source: they count as old as their download, or as
// the source's last answer about the photo.
extension Catalog {
    /// When the image was fetched, or the source last said that the photo exists; nil when neither is known, and
    /// `.outdated` when the source has named other files of the photo since.
    public func confirmed(_ key: ImageKey) async throws(CatalogError) -> Timestamp? {
        try await read { db in try KnownFileRecord.moment(KnownFileRecord.confirmed, of: key, db) }
    }

    /// The whole image was fetched just now.
    public func noteFetched(_ key: ImageKey) async throws(CatalogError) {
        let now = now()
        try await write { db in try KnownFileRecord.confirm(key, at: now, db) }
    }
}

extension Timestamp {
    /// Stands for the confirmation of an image whose photo has other files now. No clock tells this time.
    public static let outdated = Timestamp(.min)
}

extension Catalog {
    /// The rules by which lengths were estimated so far, and the highest number of a photo.
    public func sizeRules() async throws(CatalogError) -> (rules: [SizeRule], highest: NodeNumber) {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT width, first, perPixel FROM sizeRule ORDER BY width, first")
            let rules = rows.map { CheckedRow(row: $0) }.compactMap { row -> SizeRule? in
                guard let width = row.integer(0, in: 1...1_000_000),
                    let first = row.integer(1, in: 1...Int64(UInt32.max)),
                    let perPixel = row.real(2), perPixel > 0
                else { return nil }
                return SizeRule(width: Int(width), first: NodeNumber(UInt64(first)), perPixel: perPixel)
            }
            let highest = try Int64.fetchOne(db, sql: "SELECT MAX(number) FROM photo") ?? 1
            return (rules, NodeNumber(UInt64(max(1, highest))))
        }
    }

    public func store(_ rule: SizeRule) async throws(CatalogError) {
        try await write { db in
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO sizeRule (width, first, perPixel) VALUES (?, ?, ?)")
                .execute(arguments: [rule.width, rule.first.stored, rule.perPixel])
        }
    }
}
