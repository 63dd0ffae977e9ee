internal import GRDB
internal import PhotoTree

extension ListingReplacement {
    /// A source's search may find a photo for this long after the source itself said that the photo is gone.
    private static var goneIsBelieved: Duration { .seconds(86_400) }

    /// Stores the page's photos, each once and without those that are gone; the caller must then place them all. Also
    /// returns whether any photo was new or differed.
    func store(_ page: PhotoPage) throws -> (photos: [PhotoRecord], storedNew: Bool) {
        var known = Dictionary(listed.map { ($0.photo.id, $0.photo) }) { first, _ in first }
        let others = page.photos.map(\.id).filter { known[$0] == nil }
        known.merge(try PhotoRecord.of(others, db)) { first, _ in first }
        // Takes all numbers at once: two statements for each photo would be a tenth of the work.
        var numbers = try NumberSequence.next(Set(others).count { known[$0] == nil }, db)[...]
        var seen: Set<PhotoID> = []
        var photos: [PhotoRecord] = []
        var storedNew = false
        for photo in page.photos where seen.insert(photo.id).inserted {
            let record = known[photo.id]
            // A file that is there again is there.
            if let gone = record?.gone, photo.ownPath == nil, gone <= now, now - gone < Self.goneIsBelieved { continue }
            let stored = try PhotoRecord.store(photo.storable, over: record, isListed: true, now: now, db) {
                numbers.removeFirst()
            }
            storedNew = storedNew || record?.photo != stored.photo
            photos.append(stored)
        }
        return (photos, storedNew)
    }

    /// Writes the entries of `shown` in their order, where they differ from the stored ones. `dismissing` makes all
    /// other entries leave the listing and deletes expired names; `renumberingMoved` gives a photo at another position
    /// a new sidecar number.
    func place(_ shown: [ShownPhoto], dismissing: Bool, renumberingMoved: Bool = false) throws {
        if dismissing, !isFirst {
            try EntryRecord.removeExpired(in: directory, now: now, db)
            try dismiss(besides: Set(shown.map(\.photo.number)))
        }
        var present = Dictionary(listed.map { ($0.photo.number, $0) }) { first, _ in first }
        if !isFirst {
            for photo in shown.map(\.photo) where present[photo.number] == nil {
                present[photo.number] = try EntryRecord.former(of: photo.number, in: directory, db)
            }
        }
        let names = try names(of: shown.map(\.photo), present: present)
        let ranks = renumberingMoved ? positions : nil
        var placed: [(photo: ShownPhoto, name: String, position: Int, said: EntryRecord?)] = []
        for (position, photo) in shown.enumerated() {
            guard let name = names[photo.photo.id] else { continue }
            var said = present[photo.photo.number]
            let saysTheSame = said?.revision == photo.photo.revision && said?.name == name
            if !saysTheSame || (ranks.map { $0[photo.photo.number] != position } ?? false) { said = nil }
            placed.append((photo, name, position, said))
        }
        var sidecars = try NumberSequence.next(placed.count { $0.said == nil }, db)[...]
        var renewed: [EntryRecord] = []
        var hiding = StoredOptions.Hiding(of: key, by: options)
        for (photo, name, position, said) in placed {
            let entry = EntryRecord(
                photo, name: name, sidecar: said?.sidecar ?? sidecars.removeFirst(), position: position,
                isHidden: hiding.hidesNext(photo.photo.photo?.license))
            if let said, said.departed == nil {
                let stays =
                    said.position == position && said.directories == photo.directories
                    && said.isHidden == entry.isHidden
                if !stays { try entry.move(in: directory, db) }
            } else {
                renewed.append(entry)
            }
        }
        try write(renewed)
    }

    /// Whether the directory was never listed: it has no entries, not even former ones.
    private var isFirst: Bool { known == nil }

    /// The rank of each listed photo, counted without gaps.
    private var positions: [NodeNumber: Int] {
        Dictionary(listed.enumerated().map { ($1.photo.number, $0) }) { first, _ in first }
    }

    private func write(_ entries: [EntryRecord]) throws {
        // All old rows are deleted before the first new one is written: two photos may have exchanged keys.
        for entry in entries where !isFirst {
            try EntryRecord.remove(entry.photo.number, from: directory, db)
        }
        let relist = try db.cachedStatement(
            sql: "UPDATE photo SET unlisted = NULL WHERE number = ? AND unlisted IS NOT NULL")
        for entry in entries {
            try entry.insert(in: directory, db)
            try relist.execute(arguments: [entry.photo.number.stored])
        }
    }

    private func names(
        of photos: [PhotoRecord], present: [NodeNumber: EntryRecord]
    ) throws -> [PhotoID: String] {
        if key.listing?.isNamedByHand == true {
            return Dictionary(photos.compactMap { photo in present[photo.number].map { (photo.id, $0.name) } }) {
                first, _ in first
            }
        }
        let keeping = Dictionary(photos.compactMap { photo in present[photo.number].map { (photo.id, $0.name) } }) {
            first, _ in first
        }
        let staying = Set(photos.map(\.number))
        let taken = isFirst ? [:] : try EntryRecord.formerKeys(in: directory, db).filter { !staying.contains($0.key) }
        return PhotoNames.assign(photos.compactMap(\.photo), keeping: keeping, taken: Set(taken.values))
    }

    /// Makes the entries of all other photos former ones; a photo that is gone leaves no name behind.
    private func dismiss(besides staying: Set<NodeNumber>) throws {
        let leaving = listed.filter { !staying.contains($0.photo.number) }
        let depart = try db.cachedStatement(
            sql: "UPDATE entry SET position = NULL, departed = ? WHERE directory = ? AND photo = ?")
        for entry in leaving {
            if entry.photo.gone != nil {
                try EntryRecord.remove(entry.photo.number, from: directory, db)
            } else {
                try depart.execute(arguments: [now.rawValue, directory.stored, entry.photo.number.stored])
            }
        }
        try PhotoRecord.noteUnlisted(leaving.map(\.photo.number.stored), now: now, db)
    }
}

extension ListingReplacement {
    /// The listing; one without photos where there was none.
    @discardableResult
    func begin() throws -> Listing {
        var record = try knownOrNew()
        if known == nil { try record.renew(Self.tellingOfNames(record), now: now, db) }
        return record.listing(of: key, listed)
    }
}
