internal import GRDB
public import PhotoTree

/// The photos of a folder that is kept.
public struct KeptList: Hashable, Sendable {
    /// What it shows, in its order.
    public var listed: [PhotoID] = []
    /// What left it within the last 30 days and is not gone, and what the options of the mount hide: it stays while it
    /// is here, and is not fetched.
    public var former: [PhotoID] = []
    /// When it last changed; nil for a folder that was never listed.
    public var changed: Timestamp?

    public init(listed: [PhotoID] = [], former: [PhotoID] = [], changed: Timestamp? = nil) {
        self.listed = listed
        self.former = former
        self.changed = changed
    }
}

extension Catalog {
    /// The folders that are kept offline, in the order in which they were kept.
    public func keptFolders() async throws(CatalogError) -> [DirectoryKey] {
        try await read { db in try KeptFolderRecord.all(db) }
    }

    /// What is known of the places among them: they stay listed.
    public func keptPlaces() async throws(CatalogError) -> [Place] {
        try await read { db in try PlaceRecord.all(in: .kept, db) }
    }

    /// Keeps a folder offline from now on; `place` is the place that it is, if it is one.
    public func keep(_ folder: DirectoryKey, _ place: Place?) async throws(CatalogError) {
        try await make { db, made in
            try KeptFolderRecord.insert(folder, place, db)
            made.append(.keep(MadeKeep(key: folder, place: place)))
        }
    }

    /// Ends that. Returns false when the folder was not kept.
    public func unkeep(_ folder: DirectoryKey) async throws(CatalogError) -> Bool {
        try await make { db, made in
            guard try KeptFolderRecord.remove(key: folder.text, db) else { return false }
            made.append(.noKeep(folder))
            return true
        }
    }

    /// The places whose photos are known though none of these lists shows them: those that left within 30 days.
    public func knownPlaces(besides listed: Set<DirectoryKey>) async throws(CatalogError) -> [DirectoryKey] {
        let prefix = DirectoryKey.place(PlaceID("")).text
        return try await read { db in
            // ";" is the character after ":".
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT d.number, d.key FROM directory d JOIN listing l ON l.directory = d.number
                        WHERE d.key >= ? AND d.key < ?
                        """), arguments: [prefix, prefix.dropLast() + ";"])
            return rows.map(CheckedRow.init).compactMap { row in
                guard let number = row.number(0), let text = row.text(1) else { return nil }
                return DirectoryKey(listing: text, number)
            }.filter { !listed.contains($0) }
        }
    }

    /// The photos of lists, without what is known of them; lists that are unknown are empty.
    public func keptPhotos(of lists: [DirectoryKey]) async throws(CatalogError) -> [DirectoryKey: KeptList] {
        let expiry = EntryRecord.expiry(now())
        return try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT p.id, e.departed IS NULL AND e.hidden = 0 FROM directory d
                    JOIN entry e ON e.directory = d.number
                    JOIN photo p ON p.number = e.photo
                    WHERE d.key = ? AND (e.departed IS NULL OR e.departed > ?) AND p.gone IS NULL ORDER BY e.position
                    """)
            let changed = try db.cachedStatement(
                sql: "SELECT l.changed FROM directory d JOIN listing l ON l.directory = d.number WHERE d.key = ?")
            var kept: [DirectoryKey: KeptList] = [:]
            for key in lists {
                var list = KeptList(
                    changed: try Row.fetchOne(changed, arguments: [key.text]).flatMap {
                        CheckedRow(row: $0).timestamp(0)
                    })
                let rows = try Row.fetchCursor(statement, arguments: [key.text, expiry])
                while let row = try rows.next().map(CheckedRow.init) {
                    guard let id = row.text(0) else { continue }
                    if row.integer(1) == 1 {
                        list.listed.append(PhotoID(id))
                    } else {
                        list.former.append(PhotoID(id))
                    }
                }
                kept[key] = list
            }
            return kept
        }
    }

    /// When each image was fetched or its source last said that the photo exists; those of which nothing is known are
    /// left out. `.outdated` where the source has named other files of the photo since.
    public func confirmed(_ keys: [ImageKey]) async throws(CatalogError) -> [ImageKey: Timestamp] {
        try await read { db in
            var moments: [ImageKey: Timestamp] = [:]
            for key in keys { moments[key] = try KnownFileRecord.moment(KnownFileRecord.confirmed, of: key, db) }
            return moments
        }
    }

    /// When the image was fetched, or its source last said that the photo exists before it named other files of it.
    public func lastConfirmed(_ key: ImageKey) async throws(CatalogError) -> Timestamp? {
        try await read { db in try KnownFileRecord.moment("f.confirmed", of: key, db) }
    }
}
