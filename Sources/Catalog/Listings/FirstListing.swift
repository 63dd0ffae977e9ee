internal import GRDB
internal import PhotoTree

/// The first listing of a directory, all of whose photos are new to the catalog: what it shows is known before a row of
/// it is written.
struct FirstListing: Sendable {
    let update: ListingUpdate
    private let record: ListingRecord
    private let entries: [EntryRecord]

    /// nil where the catalog knows one of the photos.
    ///
    /// - Parameters:
    ///   - record: The row of a listing that the directory has not had yet.
    ///   - key: The directory.
    ///   - page: What the source found for it.
    ///   - files: The generated files of the directory.
    ///   - directories: How many visible directories show a photo's entry.
    ///   - numbers: Takes so many numbers, in rising order.
    ///   - db: The catalog, which is only read.
    /// - Throws: What SQLite says, and what `numbers` throws.
    init?(
        _ record: ListingRecord, of key: DirectoryKey, with page: PhotoPage, files: [GeneratedFile],
        directories: (PhotoID) -> Int, numbers: (Int) throws -> [NodeNumber], _ db: Database
    ) throws {
        // What a person names by hand has its names already.
        guard key.listing?.isNamedByHand != true else { return nil }
        var seen: Set<PhotoID> = []
        let photos = page.photos.filter { seen.insert($0.id).inserted }.map(\.storable)
        guard try PhotoRecord.areUnknown(photos.map(\.id), db) else { return nil }
        let names = PhotoNames.assign(photos, keeping: [:], taken: [])
        var numbers = try numbers(2 * photos.count + files.count)[...]
        var record = record
        record.version += 1
        var hiding = StoredOptions.Hiding(of: key, by: record.options)
        var entries: [EntryRecord] = []
        entries.reserveCapacity(photos.count)
        for (position, photo) in photos.enumerated() {
            guard let name = names[photo.id] else { continue }
            let stored = PhotoRecord(number: numbers.removeFirst(), revision: 1, photo: photo)
            entries.append(
                EntryRecord(
                    ShownPhoto(photo: stored, directories: directories(photo.id)), name: name,
                    sidecar: numbers.removeFirst(), told: record.changed, position: position,
                    isHidden: hiding.hidesNext(photo.license)))
        }
        for file in files { record.generated[file] = numbers.removeFirst() }
        self.record = record
        self.entries = entries
        update = ListingUpdate(old: nil, new: record.listing(of: key, entries), isChanged: true, isUnknown: true)
    }

    func write(_ db: Database) throws {
        try record.save(db)
        try record.saveFiles(db)
        for entry in entries {
            try entry.photo.insertListed(db)
            try entry.insert(in: record.directory, db)
        }
    }
}
