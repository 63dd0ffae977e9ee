internal import GRDB
public import PhotoTree

extension Catalog {
    /// What a directory lists as far as is known; nil when no listing of it was stored.
    ///
    /// When another listing or a look-up brought news of one of its photos, its version and the numbers of sidecars,
    /// map and credits are newer than at the last refresh: compare `version` with the one you hold.
    public func listing(of directory: DirectoryKey) async throws(CatalogError) -> Listing? {
        let (listing, isOutdated) = try await read { db -> (Listing?, Bool) in
            guard let number = try DirectoryRecord.number(of: directory, db),
                let record = try ListingRecord.of(number, db)
            else { return (nil, false) }
            let entries = try EntryRecord.listed(in: number, db)
            let isOutdated = entries.contains(where: \.isOutdated) || !record.unnumbered(in: directory).isEmpty
            return (record.listing(of: directory, entries), isOutdated)
        }
        guard isOutdated else { return listing }
        let now = now()
        return try await write { db in try ListingReplacement(of: directory, now: now, db).numberFiles() }
    }

    /// Makes a source's answer the content of a place's directory, in one transaction. When the page has a photo twice,
    /// the first counts. Photos keep their names while they are listed, and get them back within 30 days after.
    public func replaceListing(
        of directory: DirectoryKey, with page: PhotoPage
    ) async throws(CatalogError) -> ListingUpdate {
        let now = now()
        let directories = directory.listing?.isCounted == false ? 0 : 1
        if let first = try await firstListing(of: directory, with: page, directories, now) { return first }
        return try await write { db in
            try ListingReplacement(of: directory, now: now, db).replace(with: page) { _ in directories }
        }
    }

    /// Whoever opens a folder for the first time does not wait until its rows are written. nil where something of it is
    /// known already.
    private func firstListing(
        of directory: DirectoryKey, with page: PhotoPage, _ directories: Int, _ now: Timestamp
    ) async throws(CatalogError) -> ListingUpdate? {
        try await writeBehind { [block] db in
            // A directory without a number gets one in the transaction that lists it.
            guard try DirectoryRecord.number(of: directory, db) != nil else { return nil }
            let first = try ListingReplacement(of: directory, now: now, db)
                .first(page, numbers: { count in try block.take(count, db) }, directories: { _ in directories })
            return first.map { first in (first.update, { db in try first.write(db) }) }
        }
    }

    /// A photo that left the directory within the last 30 days and is not gone, found by its name there (`X.jpg`) or
    /// its sidecar's (`X.geojson`), compared by `FileName.key`. nil for every other name and for photos still listed.
    public func formerEntry(
        named name: String, in directory: DirectoryKey
    ) async throws(CatalogError) -> ListingEntry? {
        let key = FileName.key(name)
        let isSidecar = key.endsWithBytes(of: SidecarName.suffix)
        let keys = isSidecar ? SidecarName.keys(besides: key) : [key]
        let now = now()
        return try await read { db in
            guard let number = try DirectoryRecord.number(of: directory, db) else { return nil }
            for photo in keys {
                guard let entry = try EntryRecord.former(key: photo, in: number, db),
                    let departed = entry.departed, departed.rawValue > EntryRecord.expiry(now),
                    !isSidecar || FileName.key(SidecarName.of(entry.name)) == key
                else { continue }
                return entry.listingEntry
            }
            return nil
        }
    }

    /// The names of photos that `formerEntry` finds in a directory, latest departure first.
    public func formerNames(in directory: DirectoryKey) async throws(CatalogError) -> [String] {
        let expiry = EntryRecord.expiry(now())
        return try await read { db in
            guard let number = try DirectoryRecord.number(of: directory, db) else { return [] }
            return try EntryRecord.formerNames(in: number, after: expiry, db)
        }
    }
}
