internal import GRDB
public import PhotoTree

extension Catalog {
    /// Notes that the user asked for another collection; returns false when there is no such pin.
    public func awaitCollection(of pin: NodeNumber) async throws(CatalogError) -> Bool {
        try await write { db in try PinRecord.awaitCollection(pin, db) }
    }

    /// Makes a page of the source's results the pin's collection, without the photos that were removed from it for good. The
    /// pin then awaits none. All its generated files get new numbers, even when the photos are the same.
    /// `number` is which page of the results it is, from 1. Returns nil, with nothing kept, when the pin is gone.
    public func replaceCollection(
        of pin: NodeNumber, with page: PhotoPage, number: Int
    ) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await write { db in
            guard try PinRecord.of(pin, db) != nil else { return nil }
            let removed = try RemovalRecord.photos(of: pin, db)
            var page = page
            page.photos.removeAll { removed.contains($0.id) }
            try PinRecord.show(page: number, of: pin, db)
            return try ListingReplacement(of: .pin(pin), now: now, db).replaceCollection(with: page)
        }
    }

    /// Adds what a source found under the options of this mount to the pin's collection, without the photos that were
    /// removed from it for good; nil where the collection lacked nothing. Returns nil when the pin is gone.
    public func extendCollection(of pin: NodeNumber, with page: PhotoPage?) async throws(CatalogError) -> ListingUpdate?
    {
        let now = now()
        return try await write { db in
            guard try PinRecord.of(pin, db) != nil else { return nil }
            let removed = try RemovalRecord.photos(of: pin, db)
            var page = page
            page?.photos.removeAll { removed.contains($0.id) }
            return try ListingReplacement(of: .pin(pin), now: now, db).extend(with: page)
        }
    }

    /// The photos that were removed from the pin's collection for good.
    public func removedPhotos(of pin: NodeNumber) async throws(CatalogError) -> Set<PhotoID> {
        try await read { db in try RemovalRecord.photos(of: pin, db) }
    }

    /// Removes a photo from a pin's collection for good: no later collection shows it, and its name there opens nothing. A
    /// pin that lists nothing more awaits another collection. Returns nil when the pin does not list the photo.
    public func removeFromCollection(_ photo: PhotoID, of pin: NodeNumber) async throws(CatalogError) -> ListingUpdate?
    {
        let now = now()
        return try await make { db, made in
            guard try PinRecord.of(pin, db) != nil,
                let number = try PhotoRecord.number(of: photo, db),
                let update = try ListingReplacement(of: .pin(pin), now: now, db).remove(number)
            else { return nil }
            try RemovalRecord.insert(number, of: pin, db)
            made.append(.noPhoto(photo, in: pin))
            if update.new.entries.isEmpty {
                _ = try PinRecord.awaitCollection(pin, db)
            }
            return update
        }
    }
}
