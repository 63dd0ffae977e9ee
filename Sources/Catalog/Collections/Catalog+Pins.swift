internal import GRDB
public import PhotoTree

extension Catalog {
    /// All pins, in the order they were added.
    public func pins() async throws(CatalogError) -> [Pin] {
        try await read { db in try PinRecord.all(db) }
    }

    /// Adds a pin that awaits its first collection; returns nil when another pin has that point.
    ///
    /// `area` is the identifier of the area whose middle the point is, if the pin was made of that.
    /// `number` is the number of the placeholder directory that becomes the pin, taken before with `newNumbers`. For
    /// nil, for a number that was never taken and for another directory's number, the pin gets a new number.
    public func addPin(
        named name: String, at coordinate: Coordinate, of area: String = "", subtitle: String,
        reusing number: NodeNumber?
    ) async throws(CatalogError) -> Pin? {
        let now = now()
        return try await make { db, made in
            guard try PinRecord.number(at: PinPoint(coordinate, area: area), db) == nil else { return nil }
            let number = try DirectoryRecord.add(reusing: number, db) { .pin($0) }
            let pin = Pin(
                number: number, name: name, coordinate: coordinate, area: area, subtitle: subtitle, page: 0,
                isAwaitingCollection: true)
            try PinRecord.insert(pin, db)
            try ChangeRecord.note(.pins, now: now, db)
            made.append(try .now(pin: number, db))
            return pin
        }
    }

    /// Moves a pin to another point under the same number. Its collection, its former names and its removals are
    /// forgotten, and it awaits its first collection there. When the point stays the same only the name changes, unless
    /// the new name gives another radius: then the collection goes, and the removals stay. Returns nil when there is no
    /// such pin, or another one has that point.
    public func movePin(
        _ number: NodeNumber, to name: String, at coordinate: Coordinate, of area: String = "", subtitle: String
    ) async throws(CatalogError) -> Pin? {
        let now = now()
        return try await make { db, made in
            guard var pin = try PinRecord.of(number, db) else { return nil }
            // Another radius needs other photos.
            let hasOtherRadius = pin.radius != PinName.radiusInMetres(in: name)
            let point = PinPoint(coordinate, area: area)
            let isElsewhere = pin.point != point
            guard isElsewhere || hasOtherRadius else {
                // The collection stays; the files that contain its path get new numbers.
                pin.name = name
                try PinRecord.update(pin, db)
                try ListingReplacement.renumber(.pin(number), now: now, db)
                try ChangeRecord.note(.pins, now: now, db)
                made.append(try .now(pin: number, db))
                return pin
            }
            let holder = try PinRecord.number(at: point, db)
            guard holder == nil || holder == number else { return nil }
            pin = Pin(
                number: number, name: name, coordinate: coordinate, area: area, subtitle: subtitle, page: 0,
                isAwaitingCollection: true)
            try PinRecord.update(pin, db)
            try ListingRecord.remove(number, now: now, db)
            // The pin is its point: what was removed there stays away.
            if isElsewhere { try RemovalRecord.forgetAll(of: number, db) }
            try ChangeRecord.note(.pins, now: now, db)
            made.append(try .now(pin: number, db))
            return pin
        }
    }

    /// Removes a pin with its collection and removals, and retires its directory. Does nothing when there is no such
    /// pin.
    public func removePin(_ number: NodeNumber) async throws(CatalogError) {
        let now = now()
        try await make { db, made in
            guard try PinRecord.of(number, db) != nil else { return }
            try DirectoryRecord.retire(.pin(number), now: now, db)
            try ChangeRecord.note(.pins, now: now, db)
            made.append(try .now(pin: number, db))
        }
    }
}

extension Catalog {
    /// Notes that the user asked for another collection; returns false when there is no such pin.
    public func awaitCollection(of pin: NodeNumber) async throws(CatalogError) -> Bool {
        try await write { db in try PinRecord.awaitCollection(pin, db) }
    }

    /// Makes a page of the source's results the pin's collection, without the photos that were removed from it for
    /// good. The pin then awaits none. All its generated files get new numbers, even when the photos are the same.
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
    /// removed from it for good; nil where the collection lacked nothing. What page 1 has filled up is the first
    /// collection, as other options have other pages, unless the page shown `continues`. Returns nil when the pin is
    /// gone.
    public func extendCollection(
        of pin: NodeNumber, with page: PhotoPage?, continues: Bool = false
    ) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await write { db in
            guard try PinRecord.of(pin, db) != nil else { return nil }
            let removed = try RemovalRecord.photos(of: pin, db)
            var page = page
            page?.photos.removeAll { removed.contains($0.id) }
            let update = try ListingReplacement(of: .pin(pin), now: now, db).extend(with: page)
            if update.isChanged, !continues { try PinRecord.showFirstPage(of: pin, db) }
            return update
        }
    }

    /// The photos that were removed from the pin's collection for good.
    public func removedPhotos(of pin: NodeNumber) async throws(CatalogError) -> Set<PhotoID> {
        try await read { db in try RemovalRecord.photos(of: pin, db) }
    }

    /// Removes a photo from a pin's collection for good: no later collection shows it, and its name there opens
    /// nothing. A pin that lists nothing more awaits another collection. Returns nil when the pin does not list the
    /// photo.
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
