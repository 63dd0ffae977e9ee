internal import GRDB
public import PhotoTree

/// Why a photo is removed everywhere.
public enum Withdrawal: Hashable, Sendable {
    /// Its source says that it is gone or private.
    case gone
    /// Its file is not there, and may come back: albums keep it until it is gone.
    case away
    /// The user does not want it kept. A source that lists it again brings it back, but not into a collection that had it.
    case forgotten
}

extension Catalog {
    /// Removes a photo from every listing, where its name then opens nothing, and from the viewed photos. A photo that
    /// is gone is left out of answers for a day, even if the source's search still finds it. When the photo was
    /// forgotten, a pin that lists nothing more awaits another collection, as if it had been removed by hand.
    ///
    /// - Returns: The update of each listing that had it; nil for a photo that was unknown, which is still remembered
    ///   as gone.
    public func withdraw(_ photo: PhotoID, as withdrawal: Withdrawal) async throws(CatalogError) -> [ListingUpdate]? {
        let now = now()
        return try await make { db, made in
            let known = try PhotoRecord.number(of: photo, db)
            if withdrawal == .gone { try PhotoRecord.markGone(photo, now: now, db) }
            guard let number = known else { return nil }
            try EntryRecord.forgetFormer(of: number, db)
            try FormerTagRecord.forgetAll(of: number, db)
            try PhotoRecord.noteView(of: photo, at: nil, now: now, db)
            defer { if withdrawal != .away { try? PhotoText.forget(number, db) } }
            return try ListingRecord.keys(listing: number, db).compactMap { key in
                if withdrawal == .away, case .numbered(.album, _) = key { return nil }
                guard let update = try ListingReplacement(of: key, now: now, db).remove(number) else { return nil }
                // An album would get it back from the file of what was made.
                if case .numbered(.album, let album) = key { made.append(.noAlbumPhoto(photo, in: album)) }
                guard withdrawal == .forgotten else { return update }
                switch key {
                case .numbered(.pin, let pin):
                    try RemovalRecord.insert(number, of: pin, db)
                    if update.new.entries.isEmpty { _ = try PinRecord.awaitCollection(pin, db) }
                case .numbered(.search, let search): try SearchRecord.remove(number, from: search, db)
                default: break
                }
                return update
            }
        }
    }
}

extension PhotoRecord {
    fileprivate static func markGone(_ id: PhotoID, now: Timestamp, _ db: Database) throws {
        let number = try numberOrNew(of: id, now: now, db)
        try db.cachedStatement(sql: "UPDATE photo SET gone = ? WHERE number = ?")
            .execute(arguments: [now.rawValue, number.stored])
    }
}
