internal import GRDB
public import PhotoTree

/// Why a photo is removed everywhere.
public enum Withdrawal: Hashable, Sendable {
    /// Its source says that it is gone or private.
    case gone
    /// Its file is not there, and may come back: albums keep it until it is gone.
    case away
    /// The user does not want it kept. A source that lists it again brings it back, but not into a collection that had
    /// it.
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
        try await withdraw([photo], as: withdrawal)
    }

    /// The same of many photos: each listing that had some of them is read and written once.
    public func withdraw(
        _ photos: [PhotoID], as withdrawal: Withdrawal
    ) async throws(CatalogError) -> [ListingUpdate]? {
        let now = now()
        return try await make { db, made in
            var numbers: [NodeNumber: PhotoID] = [:]
            var leaving: [DirectoryKey: [NodeNumber]] = [:]
            for photo in photos {
                let known = try PhotoRecord.number(of: photo, db)
                if withdrawal == .gone { try PhotoRecord.markGone(photo, now: now, db) }
                guard let number = known, numbers.updateValue(photo, forKey: number) == nil else { continue }
                try EntryRecord.forgetFormer(of: number, db)
                try FormerTagRecord.forgetAll(of: number, db)
                try PhotoRecord.noteView(of: photo, at: nil, now: now, db)
                for key in try ListingRecord.keys(listing: number, db) {
                    if withdrawal == .away, case .numbered(.album, _) = key { continue }
                    leaving[key, default: []].append(number)
                }
            }
            guard !numbers.isEmpty else { return nil }
            let updates = try leaving.compactMap { key, leaving in
                let photos = leaving.compactMap { number in numbers[number].map { (number, $0) } }
                return try ListingReplacement(of: key, now: now, db).withdraw(photos, as: withdrawal, &made)
            }
            if withdrawal != .away { for number in numbers.keys { try? PhotoText.forget(number, db) } }
            return updates
        }
    }
}

extension ListingReplacement {
    fileprivate func withdraw(
        _ photos: [(number: NodeNumber, id: PhotoID)], as withdrawal: Withdrawal, _ made: inout [MadeChange]
    ) throws -> ListingUpdate? {
        guard let update = try remove(Set(photos.map(\.number))) else { return nil }
        // An album would get them back from the file of what was made.
        if case .numbered(.album, let album) = key { made += photos.map { MadeChange.noAlbumPhoto($0.id, in: album) } }
        guard withdrawal == .forgotten else { return update }
        switch key {
        case .numbered(.pin, let pin):
            for photo in photos { try RemovalRecord.insert(photo.number, of: pin, db) }
            if update.new.entries.isEmpty { _ = try PinRecord.awaitCollection(pin, db) }
        case .numbered(.search, let search):
            for photo in photos { try SearchRecord.remove(photo.number, from: search, db) }
        default: break
        }
        return update
    }
}

extension PhotoRecord {
    fileprivate static func markGone(_ id: PhotoID, now: Timestamp, _ db: Database) throws {
        let number = try numberOrNew(of: id, now: now, db)
        try db.cachedStatement(sql: "UPDATE photo SET gone = ? WHERE number = ?")
            .execute(arguments: [now.rawValue, number.stored])
    }
}
