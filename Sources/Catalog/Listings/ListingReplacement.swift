internal import GRDB
internal import PhotoTree

/// One replacement of a listing within one transaction.
///
/// Photos that stay keep their entries. Photos that left stay as former entries, so that their names still open. Photos
/// that come back get their old names. Numbers change only where something shown changed.
struct ListingReplacement {
    let key: DirectoryKey
    let directory: NodeNumber
    let now: Timestamp
    let db: Database
    let known: ListingRecord?
    let listed: [EntryRecord]
    let options: ListingOptions?

    init(of key: DirectoryKey, now: Timestamp, _ db: Database) throws {
        self.key = key
        self.now = now
        self.db = db
        directory = try DirectoryRecord.numberOrNew(of: key, db)
        known = try ListingRecord.of(directory, db)
        options = try known?.options ?? StoredOptions.current(db)
        listed = try EntryRecord.listed(in: directory, db)
    }

    /// Lists a source's answer; `directories` gives for each photo how many visible directories show its entry.
    func replace(
        with page: PhotoPage, directories: (PhotoID) -> Int = { _ in 1 }
    ) throws -> ListingUpdate {
        if let first = try writtenFirst(page, Self.filesOfNew, directories) { return first }
        let (photos, storedNew) = try store(page)
        let shown = photos.map { ShownPhoto(photo: $0, directories: directories($0.id)) }
        var record = try record(of: page)
        try record.save(db)
        guard let files = filesMadeAnew(for: shown, of: page.total) else {
            let entries = storedNew ? try EntryRecord.listed(in: directory, db) : listed
            return update(to: record, entries, isChanged: false)
        }
        try place(shown, dismissing: true)
        return try renewed(&record, files)
    }

    /// Lists a page as a collection's new collection: all its generated files get new numbers.
    func replaceCollection(with page: PhotoPage) throws -> ListingUpdate {
        let files = Self.filesOfNew + [.newCollection]
        if let first = try writtenFirst(page, files, { _ in 1 }) { return first }
        let (photos, _) = try store(page)
        var record = try record(of: page)
        try record.save(db)
        try place(photos.map { ShownPhoto(photo: $0) }, dismissing: true)
        return try renewed(&record, files)
    }

    /// A directory's first listing, if all its photos are new; nothing of it is written yet.
    func first(
        _ page: PhotoPage, _ files: [GeneratedFile] = Self.filesOfNew, numbers: (Int) throws -> [NodeNumber],
        directories: (PhotoID) -> Int
    ) throws -> FirstListing? {
        guard known == nil else { return nil }
        return try FirstListing(
            record(of: page), of: key, with: page, files: files, directories: directories, numbers: numbers, db)
    }

    private func writtenFirst(
        _ page: PhotoPage, _ files: [GeneratedFile], _ directories: (PhotoID) -> Int
    ) throws -> ListingUpdate? {
        let first = try first(
            page, files, numbers: { count in try NumberSequence.next(count, db) }, directories: directories)
        try first?.write(db)
        return first?.update
    }

    /// Adds what the source found under the options of the mount to what is listed; nil where it was not asked, because
    /// nothing was lacking.
    func extend(with page: PhotoPage?) throws -> ListingUpdate {
        var record = try knownOrNew()
        record.asked = options?.asked(for: key)
        let present = Set(listed.map(\.photo.number))
        let new = try page.map { page in try store(page).photos.filter { !present.contains($0.number) } } ?? []
        if let page {
            record.total = page.total
            if page.extent != .whole {
                record.refreshed = .never
            } else if record.refreshed == .never {
                record.refreshed = now
            }
        }
        try record.save(db)
        guard !new.isEmpty else {
            guard listed.isEmpty, known?.total != record.total else {
                return update(to: record, listed, isChanged: false)
            }
            return try renewed(&record, Self.tellingOfNames(record))
        }
        try place(listed.map(ShownPhoto.init) + new.map { ShownPhoto(photo: $0) }, dismissing: false)
        return try renewed(&record, Self.tellingOfNames(record))
    }

    /// Lists photos whose rank is shown in the sidecar, so that a photo with another rank gets a new sidecar number.
    func replace(byRank photos: [PhotoRecord]) throws -> ListingUpdate {
        let shown = photos.map { ShownPhoto(photo: $0) }
        var record = try knownOrNew()
        record.total = nil
        record.refreshed = now
        try record.save(db)
        guard let files = filesMadeAnew(for: shown, of: nil) else {
            return update(to: record, listed, isChanged: false)
        }
        try place(shown, dismissing: true, renumberingMoved: true)
        return try renewed(&record, files)
    }

    /// Removes one photo with its name; returns nil when it is not listed.
    func remove(_ photo: NodeNumber) throws -> ListingUpdate? { try remove([photo]) }

    /// Removes photos with their names; returns nil when none is listed. The others keep their positions, with gaps,
    /// so that removing all photos of a collection one by one does not write every row each time.
    func remove(_ photos: Set<NodeNumber>) throws -> ListingUpdate? {
        guard var record = known, let index = listed.firstIndex(where: { photos.contains($0.photo.number) }) else {
            return nil
        }
        let leaving = listed.map(\.photo.number).filter { photos.contains($0) }
        let rest = listed.filter { !photos.contains($0.photo.number) }
        for photo in leaving { try EntryRecord.remove(photo, from: directory, db) }
        try PhotoRecord.noteUnlisted(leaving.map(\.stored), now: now, db)
        let isRanked = key.listing?.isRanked == true
        // `New Collection.txt` says how many photos the collection lists.
        let isCollection = record.generated[.newCollection] != nil
        let files = Self.tellingOfPhotos + [.hidden, .noImages] + (isCollection ? [.newCollection] : [])
        guard rest.contains(where: \.isOutdated) || (isRanked && index < rest.count) else {
            try record.renew(files, now: now, db)
            return update(to: record, rest, isChanged: true)
        }
        try place(rest.map(ShownPhoto.init), dismissing: false, renumberingMoved: isRanked)
        return try renewed(&record, files)
    }

    /// Gives new numbers to the sidecars, maps and credits of a listing whose photos changed elsewhere, and numbers to
    /// generated files that the version of placesfs which stored the listing did not have.
    func numberFiles() throws -> Listing? {
        guard var record = known else { return nil }
        do {
            try record.number(record.unnumbered(in: key), db)
        } catch CatalogError.numbersExhausted {
            // The photos can be shown without these files.
        }
        guard listed.contains(where: \.isOutdated) else { return record.listing(of: key, listed) }
        try place(listed.map(ShownPhoto.init), dismissing: false)
        return try renewed(&record, filesOfOutdated).new
    }

    /// Gives new numbers to the sidecars and the other files that contain the directory's path, because the path has
    /// changed. The listed photos have not changed, so the time stays.
    static func renumber(_ key: DirectoryKey, now: Timestamp, _ db: Database) throws {
        try EntryRecord.outdate(in: DirectoryRecord.numberOrNew(of: key, db), db)
        let listing = try ListingReplacement(of: key, now: now, db)
        guard var record = listing.known else { return }
        try listing.place(listing.listed.map(ShownPhoto.init), dismissing: false)
        try record.renew(tellingOfPhotos, now: record.changed, db)
    }

    /// The files that contain everything shown of each photo.
    private static let tellingOfPhotos: [GeneratedFile] = [.map, .mapPage, .credits]

    /// Those of a new listing of a source's photos.
    static let filesOfNew = tellingOfPhotos + [.hidden, .noImages]

    /// Our files that tell something of photos, of their names, or of how many there are.
    static func tellingOfNames(_ record: ListingRecord) -> [GeneratedFile] {
        tellingOfPhotos + [.hidden, .noImages] + (record.generated[.newCollection] == nil ? [] : [.newCollection])
    }

    /// What is made anew when the source said something else of a photo: another licence may hide it, or show it.
    private var filesOfOutdated: [GeneratedFile] {
        Self.tellingOfPhotos + (options?.license ?? .any == .any ? [] : [.hidden, .noImages])
    }

    // MARK: - The listing's own row

    /// As a source's answer makes it.
    private func record(of page: PhotoPage) throws -> ListingRecord {
        var record = try knownOrNew()
        record.total = page.total
        record.refreshed = page.extent == .whole ? now : .never
        record.asked = options?.asked(for: key)
        return record
    }

    func knownOrNew() throws -> ListingRecord {
        if let known { return known }
        // A pin or topic keeps its key when its listing is forgotten, so the next listing must not reuse the versions
        // of the last one. Each version takes numbers, so no earlier version was as high as the next number.
        let version = key.ownNumber == nil ? 0 : try NumberSequence.upcoming(db)
        return ListingRecord(
            directory: directory, version: version, total: nil, refreshed: now, changed: now, generated: [:],
            asked: nil, options: options)
    }

    /// The files that need new numbers; nil when nothing shown changed. The maps and the credits contain all that is
    /// shown, `.hidden` contains only names, and `No Images` says why there is nothing.
    private func filesMadeAnew(for shown: [ShownPhoto], of total: Int?) -> [GeneratedFile]? {
        guard let known else { return Self.filesOfNew }
        guard shown.map(\.photo.number) == listed.map(\.photo.number) else {
            return Self.filesOfNew
        }
        let isOutdated = zip(shown, listed).contains { $0.photo.revision != $1.revision }
        let isRecounted = zip(shown, listed).contains { $0.directories != $1.directories }
        if isOutdated || isRecounted { return filesOfOutdated }
        // Then it tells that the source has none at all, or has some elsewhere.
        let isOtherwiseEmpty = shown.isEmpty && (known.total == 0) != (total == 0)
        let unnumbered = known.unnumbered(in: key) + (isOtherwiseEmpty ? [.noImages] : [])
        return unnumbered.isEmpty ? nil : unnumbered
    }

    private func renewed(_ record: inout ListingRecord, _ files: [GeneratedFile]) throws -> ListingUpdate {
        try record.renew(files, now: now, db)
        return update(to: record, try EntryRecord.listed(in: directory, db), isChanged: true)
    }

    private func update(to record: ListingRecord, _ entries: [EntryRecord], isChanged: Bool) -> ListingUpdate {
        ListingUpdate(
            old: known?.listing(of: key, listed), new: record.listing(of: key, entries), isChanged: isChanged)
    }
}

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
                photo, name: name, sidecar: said?.sidecar ?? sidecars.removeFirst(), told: said.map(\.told) ?? now,
                position: position, isHidden: hiding.hidesNext(photo.photo.photo?.license))
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
