internal import GRDB
public import PhotoTree

extension Catalog {
    /// Makes `photos`, newest first, the content of `recents`. Photos that are unknown or gone are left out; of two
    /// equal ones the first counts. Names are kept without rank; a photo with another rank gets a new sidecar number.
    public func replaceRecents(with photos: [PhotoID]) async throws(CatalogError) -> ListingUpdate {
        let now = now()
        return try await write { db in
            let known = try PhotoRecord.of(photos, db)
            var seen: Set<PhotoID> = []
            let shown = photos.compactMap { id -> PhotoRecord? in
                guard let record = known[id], record.photo != nil, record.gone == nil, seen.insert(id).inserted else {
                    return nil
                }
                return record
            }
            return try ListingReplacement(of: .recents, now: now, db).replace(byRank: shown)
        }
    }

    /// Removes a photo from `recents`, where its name then opens nothing; returns nil when it is not listed there.
    public func removeFromRecents(_ photo: PhotoID) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await write { db in
            guard let directory = try DirectoryRecord.number(of: .recents, db),
                let number = try PhotoRecord.number(of: photo, db),
                try EntryRecord.isListed(number, in: directory, db)
            else { return nil }
            return try ListingReplacement(of: .recents, now: now, db).remove(number)
        }
    }

    /// Stores when photos were last viewed; nil deletes the time.
    public func noteViews(_ views: [PhotoID: Timestamp?]) async throws(CatalogError) {
        let now = now()
        try await write { db in
            for (photo, moment) in views {
                try PhotoRecord.noteView(of: photo, at: moment, now: now, db)
            }
        }
    }
}
