internal import GRDB
public import PhotoTree

extension Catalog {
    /// All pins, in the order they were dropped.
    public func pins() async throws(CatalogError) -> [Pin] {
        try await read { db in try PinRecord.all(db) }
    }

    /// Drops a pin that awaits its first collection; nil when another pin has that point.
    ///
    /// `number` is that of the placeholder directory which becomes the pin, taken before with `newNumbers`; nil, or one
    /// that was never taken or is another directory's, takes a new one.
    public func addPin(
        named name: String, at coordinate: Coordinate, subtitle: String, reusing number: NodeNumber?
    ) async throws(CatalogError) -> Pin? {
        let now = now()
        return try await write { db in
            guard try PinRecord.number(at: PinPoint(coordinate), db) == nil else { return nil }
            let number = try DirectoryRecord.add(reusing: number, db) { .pin($0) }
            let pin = Pin(
                number: number, name: name, coordinate: coordinate, subtitle: subtitle, page: 0,
                isAwaitingCollection: true)
            try PinRecord.insert(pin, db)
            try ChangeRecord.note(.pins, now: now, db)
            return pin
        }
    }

    /// Moves a pin to another point under the same number: its album, its former names and what was removed from it
    /// are forgotten, and it awaits its first collection there. At the point it has already only the name changes, unless
    /// that gives another radius. Nil when there is no such pin, or another one has that point.
    public func movePin(
        _ number: NodeNumber, to name: String, at coordinate: Coordinate, subtitle: String
    ) async throws(CatalogError) -> Pin? {
        let now = now()
        return try await write { db in
            guard var pin = try PinRecord.of(number, db) else { return nil }
            // Another radius wants other photos, too.
            let isWider = PinName.radiusInMetres(in: pin.name) != PinName.radiusInMetres(in: name)
            guard pin.point != PinPoint(coordinate) || isWider else {
                // Its album stays, with new numbers of the files that tell its path.
                pin.name = name
                try PinRecord.update(pin, db)
                try ListingReplacement.renumber(.pin(number), now: now, db)
                try ChangeRecord.note(.pins, now: now, db)
                return pin
            }
            let holder = try PinRecord.number(at: PinPoint(coordinate), db)
            guard holder == nil || holder == number else { return nil }
            pin = Pin(
                number: number, name: name, coordinate: coordinate, subtitle: subtitle, page: 0,
                isAwaitingCollection: true)
            try PinRecord.update(pin, db)
            try ListingRecord.remove(number, now: now, db)
            try RemovalRecord.forgetAll(of: number, db)
            try ChangeRecord.note(.pins, now: now, db)
            return pin
        }
    }

    /// Takes a pin away with its album and removals, and retires its directory. What is not there is left so.
    public func removePin(_ number: NodeNumber) async throws(CatalogError) {
        let now = now()
        try await write { db in
            guard try PinRecord.of(number, db) != nil else { return }
            try DirectoryRecord.retire(.pin(number), now: now, db)
            try ChangeRecord.note(.pins, now: now, db)
        }
    }
}
