internal import GRDB
internal import PhotoTree

/// One replacement of a listing by a page of its source, within one transaction.
///
/// Photos of the page are kept, those that left stay as former entries so that their names still open, those that
/// come back get their old names, and numbers move only where something shown did.
struct ListingReplacement {
    let key: DirectoryKey
    let directory: NodeNumber
    let now: Timestamp
    let db: Database
    private let known: ListingRecord?
    private let listed: [EntryRecord]

    /// A source's search may still find a photo for a while after its own word that the photo is gone.
    private static let goneIsBelieved = Duration.seconds(86_400)

    init(of key: DirectoryKey, now: Timestamp, _ db: Database) throws {
        self.key = key
        self.now = now
        self.db = db
        directory = try DirectoryRecord.numberOrNew(of: key, db)
        known = try ListingRecord.of(directory, db)
        listed = try EntryRecord.listed(in: directory, db)
    }

    func replace(with page: PhotoPage) throws -> ListingUpdate {
        let old = known?.listing(of: key, listed)
        let (photos, storedNew) = try store(page)
        var record =
            known
            ?? ListingRecord(
                directory: directory, version: 0, total: nil, refreshed: now, changed: now, generated: [:])
        record.total = page.total
        record.refreshed = now

        let isSame = known != nil && photos.map(\.number) == listed.map(\.photo.number)
        let isOutdated = isSame && zip(photos, listed).contains { $0.revision != $1.revision }
        guard !isSame || isOutdated else {
            try record.save(db)
            let entries = storedNew ? try EntryRecord.listed(in: directory, db) : listed
            return ListingUpdate(old: old, new: record.listing(of: key, entries), isChanged: false)
        }
        try record.save(db)
        try EntryRecord.removeExpired(in: directory, now: now, db)
        try dismiss(besides: Set(photos.map(\.number)))
        try placeEntries(photos)
        try record.renew(filesMadeAnew(isSame: isSame), now: now, db)
        let entries = try EntryRecord.listed(in: directory, db)
        return ListingUpdate(old: old, new: record.listing(of: key, entries), isChanged: true)
    }

    /// Gives new numbers to the sidecars, map and credits of a listing whose photos were told of anew elsewhere.
    func settle() throws -> Listing? {
        guard var record = known else { return nil }
        let outdated = listed.filter(\.isOutdated)
        guard !outdated.isEmpty else { return record.listing(of: key, listed) }
        try placeEntries(listed.map(\.photo))
        try record.renew([.map, .credits], now: now, db)
        return record.listing(of: key, try EntryRecord.listed(in: directory, db))
    }

    /// The map and the credits say all that is shown, `.hidden` only names; `No Images` always says the same.
    private func filesMadeAnew(isSame: Bool) -> [GeneratedFile] {
        if known == nil { return [.map, .credits, .hidden, .noImages] }
        return isSame ? [.map, .credits] : [.map, .credits, .hidden]
    }

    /// Keeps the page's photos, each once and none that is gone; tells whether any was new or differed.
    private func store(_ page: PhotoPage) throws -> (photos: [PhotoRecord], storedNew: Bool) {
        var known = Dictionary(listed.map { ($0.photo.id, $0.photo) }) { first, _ in first }
        let others = page.photos.map(\.id).filter { known[$0] == nil }
        known.merge(try PhotoRecord.of(others, db)) { first, _ in first }
        var seen: Set<PhotoID> = []
        var photos: [PhotoRecord] = []
        var storedNew = false
        for photo in page.photos where seen.insert(photo.id).inserted {
            let record = known[photo.id]
            if let gone = record?.gone, gone <= now, now - gone < Self.goneIsBelieved { continue }
            let stored = try PhotoRecord.store(photo.storable, over: record, now: now, db)
            storedNew = storedNew || record?.photo != stored.photo
            photos.append(stored)
        }
        return (photos, storedNew)
    }

    /// Writes the entries of `photos` in their order, where they differ from what is there.
    private func placeEntries(_ photos: [PhotoRecord]) throws {
        var present = Dictionary(listed.map { ($0.photo.number, $0) }) { first, _ in first }
        for photo in photos where present[photo.number] == nil {
            present[photo.number] = try EntryRecord.former(of: photo.number, in: directory, db)
        }
        let names = try names(of: photos, present: present)
        var renewed: [EntryRecord] = []
        for (position, photo) in photos.enumerated() {
            guard let name = names[photo.id] else { continue }
            let before = present[photo.number]
            let said = before.flatMap { $0.revision == photo.revision && $0.name == name ? $0 : nil }
            let entry = EntryRecord(
                photo: photo, directoryCount: 0, name: name, sidecar: try said?.sidecar ?? NumberSequence.next(db),
                revision: photo.revision, position: position, departed: nil)
            if let said, said.departed == nil {
                if said.position != position { try entry.move(in: directory, db) }
            } else {
                renewed.append(entry)
            }
        }
        // All old rows go before the first new one comes: two photos may have exchanged keys.
        for entry in renewed {
            try EntryRecord.remove(entry.photo.number, from: directory, db)
        }
        let relist = try db.cachedStatement(
            sql: "UPDATE photo SET unlisted = NULL WHERE number = ? AND unlisted IS NOT NULL")
        for entry in renewed {
            try entry.insert(in: directory, db)
            try relist.execute(arguments: [Int64(entry.photo.number.rawValue)])
        }
    }

    private func names(
        of photos: [PhotoRecord], present: [NodeNumber: EntryRecord]
    ) throws -> [PhotoID: String] {
        let keeping = Dictionary(photos.compactMap { photo in present[photo.number].map { (photo.id, $0.name) } }) {
            first, _ in first
        }
        let staying = Set(photos.map(\.number))
        let taken = try EntryRecord.formerKeys(in: directory, db).filter { !staying.contains($0.key) }
        return PhotoNames.assign(photos.compactMap(\.photo), keeping: keeping, taken: Set(taken.values))
    }

    /// Turns the entries of all other photos into former ones; a photo that is gone leaves no name behind.
    private func dismiss(besides staying: Set<NodeNumber>) throws {
        let leaving = listed.filter { !staying.contains($0.photo.number) }
        let depart = try db.cachedStatement(
            sql: "UPDATE entry SET position = NULL, departed = ? WHERE directory = ? AND photo = ?")
        for entry in leaving {
            if entry.photo.gone != nil {
                try EntryRecord.remove(entry.photo.number, from: directory, db)
            } else {
                try depart.execute(
                    arguments: [now.rawValue, Int64(directory.rawValue), Int64(entry.photo.number.rawValue)])
            }
        }
        try PhotoRecord.noteUnlisted(leaving.map { Int64($0.photo.number.rawValue) }, now: now, db)
    }
}
