internal import GRDB
public import PhotoTree

extension Catalog {
    /// From now on directories show what `options` admit of the photos that they list, in the order that these ask for
    /// as far as it is known, and listings that were asked for under others say so. Nothing is removed: other options
    /// show it again.
    public func show(_ options: ListingOptions) async throws(CatalogError) {
        let before = try await read { db in try StoredOptions.current(db) }
        guard before != options else { return }
        let now = now()
        try await write { db in
            try ListingRecord.noteAsked(under: before ?? ListingOptions(), db)
            try StoredOptions.store(options, db)
            for (directory, key) in try ListingRecord.directories(db) where key != .recents {
                let isOrdered = options.order == .newest && before?.order ?? .newest != .newest
                try ShownEntries(of: key, directory, isOrdered: isOrdered, db).show(under: options, now: now)
            }
        }
    }
}

/// The entries of one directory, without what is known of their photos, while other options begin to hold.
private struct ShownEntries {
    private struct Entry {
        var photo: NodeNumber
        var position: Int?
        var isHidden: Bool
        var license: License?
        var uploaded: Timestamp?
    }

    private let key: DirectoryKey
    private let directory: NodeNumber
    private let before: [Entry]
    /// The listed entries in the order they get, then those that left.
    private let entries: [Entry]
    private let db: Database

    /// `isOrdered`: places and pins now show the newest photos first, whatever order they were listed in.
    init(of key: DirectoryKey, _ directory: NodeNumber, isOrdered: Bool, _ db: Database) throws {
        self.key = key
        self.directory = directory
        self.db = db
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.photo, e.position, e.hidden, p.licenseID, p.licenseName, p.licenseURL, p.uploaded
                FROM entry e JOIN photo p ON p.number = e.photo WHERE e.directory = ?
                ORDER BY e.position IS NULL, e.position
                """)
        before = try Row.fetchAll(statement, arguments: [directory.stored]).map(CheckedRow.init).compactMap { row in
            row.number(0).map { photo in
                Entry(
                    photo: photo, position: row.int(1), isHidden: row.integer(2) == 1,
                    license: row.text(3).map { License(id: $0, name: row.text(4) ?? "", url: row.text(5)) },
                    uploaded: row.timestamp(6))
            }
        }
        guard isOrdered, ListingOptions().limit(of: key) != nil else {
            entries = before
            return
        }
        let listed = before.filter { $0.position != nil }
        let newest = listed.enumerated().sorted { one, other in
            let (first, second) = (one.element.uploaded ?? .never, other.element.uploaded ?? .never)
            return first == second ? one.offset < other.offset : first > second
        }
        let positions = listed.compactMap(\.position)
        entries =
            zip(newest, positions).map { photo, position in
                var entry = photo.element
                entry.position = position
                return entry
            } + before.filter { $0.position == nil }
    }

    func show(under options: ListingOptions, now: Timestamp) throws {
        var hiding = StoredOptions.Hiding(of: key, by: options)
        let known = Dictionary(before.map { ($0.photo, $0) }) { first, _ in first }
        let write = try db.cachedStatement(
            sql: "UPDATE entry SET position = ?, hidden = ? WHERE directory = ? AND photo = ?")
        var shown: [NodeNumber] = []
        for entry in entries {
            let isHidden =
                entry.position == nil ? !hiding.admits(entry.license) : hiding.hidesNext(entry.license)
            if entry.position != nil, !isHidden { shown.append(entry.photo) }
            let stored = known[entry.photo]
            guard stored?.isHidden != isHidden || stored?.position != entry.position else { continue }
            try write.execute(arguments: [entry.position, isHidden, directory.stored, entry.photo.stored])
        }
        let isSame = shown == before.filter { $0.position != nil && !$0.isHidden }.map(\.photo)
        // `No Images` names what hides all of them.
        let isHidden = shown.isEmpty && before.contains { $0.position != nil }
        guard !isSame || isHidden, var record = try ListingRecord.of(directory, db) else { return }
        try record.renew(ListingReplacement.tellingOfNames(record), now: isSame ? record.changed : now, db)
    }
}
