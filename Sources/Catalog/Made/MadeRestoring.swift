internal import GRDB
internal import PhotoTree

/// How a catalog came to be what it is.
enum CatalogOrigin {
    case kept, new, salvaged
}

/// Fills a catalog, when it is opened, from the file of what was made.
final class MadeRestoring {
    /// How many things came back.
    struct Count: Equatable, Sendable {
        var pins = 0
        var searches = 0
        var albums = 0
        var albumPhotos = 0
        var removals = 0
        var topics = 0
        var places = 0
        var countries = 0
        var kept = 0

        /// "2 pins and 1 topic"; nil for none.
        var text: String? {
            let words = [
                Self.text(pins, "pin", "pins"), Self.text(searches, "search", "searches"),
                Self.text(albums, "album", "albums"),
                Self.text(albumPhotos, "photo in albums", "photos in albums"),
                Self.text(removals, "removed photo", "removed photos"),
                Self.text(topics, "topic", "topics"), Self.text(places, "added place", "added places"),
                Self.text(countries, "added country", "added countries"),
                Self.text(kept, "kept folder", "kept folders"),
            ].compactMap { $0 }
            guard let last = words.last else { return nil }
            return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
        }

        private static func text(_ number: Int, _ one: String, _ many: String) -> String? {
            number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
        }
    }

    /// Numbers that were given out after the file was last written anew are not in it.
    private static let margin: Int64 = 1 << 20

    private let content: MadeFile.Content
    private let origin: CatalogOrigin
    let now: Timestamp
    let db: Database
    private var count = Count()
    /// The numbers that made directories have here, by those that they have in the file.
    private var numbers: [NodeNumber: NodeNumber] = [:]

    /// Brings catalog and file together, in the caller's transaction; `file` is nil when it cannot be written.
    ///
    /// - Returns: What came back.
    static func run(
        _ content: MadeFile.Content, into file: MadeFile?, origin: CatalogOrigin, now: Timestamp, _ db: Database
    ) throws -> Count {
        try MadeRestoring(content: content, origin: origin, now: now, db: db).run(file)
    }

    private init(content: MadeFile.Content, origin: CatalogOrigin, now: Timestamp, db: Database) {
        self.content = content
        self.origin = origin
        self.now = now
        self.db = db
    }

    private func run(_ file: MadeFile?) throws -> Count {
        let record = try MadeRecord.of(db)
        let isOurs = content.mark != nil && isContinued(record) && hasOurNumbers
        var isCurrent = isOurs && content.flaw == nil
        if content.mark != nil, !isOurs || origin != .kept || record.number.map({ $0 <= content.last }) ?? true {
            let isAhead = isOurs && record.number.map { $0 < content.last } ?? false
            if origin == .new { try beginWithoutFirstTopics() }
            let known = try MadeThings(db)
            if !known.isSame(as: content.things) {
                // What is not in a file that was cut may have stood behind the cut.
                try fill(known, isOurs: isOurs, removes: isAhead && content.isComplete)
                guard try origin != .kept || MadeThings(db).hold(content.things) else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it does not keep what is written to it")
                }
                isCurrent = isCurrent && isAhead
                if isCurrent { isCurrent = try MadeThings(db).isSame(as: content.things) }
            }
        } else if content.mark != nil {
            // The file is older than the catalog.
            isCurrent = false
        }
        guard let file else { return count }
        if isCurrent, record.mark == content.mark {
            if record.number != content.last || record.digest != file.last.digest {
                try MadeRecord.set(file.last, db)
            }
        } else {
            try write(file, record, goesOn: isOurs)
        }
        return count
    }

    /// Writes the file anew. Without a file the catalog is as good as before, so a full disk ends no start; the next
    /// change tries it again.
    private func write(_ file: MadeFile, _ record: MadeRecord, goesOn: Bool) throws {
        let mark = record.mark.isEmpty ? content.mark ?? "\(UInt64.random(in: .min ... .max))" : record.mark
        if mark != record.mark { try MadeRecord.set(mark: mark, db) }
        do {
            try file.write(
                MadeThings(db), mark: mark, numbers: NumberSequence.upcoming(db),
                isFirst: content.mark == nil && origin == .new, goesOn: goesOn)
        } catch is CatalogError {
            return
        }
        try MadeRecord.set(file.last, db)
    }

    /// Whether the file goes on from what the catalog has. A copy of both that somebody made and used elsewhere has the
    /// same mark, and other lines.
    private func isContinued(_ record: MadeRecord) -> Bool {
        guard !record.mark.isEmpty else { return true }
        guard content.mark == record.mark else { return false }
        guard let line = record.number, let digest = record.digest, line <= content.last else { return true }
        return content.contains(line: line, digest: digest)
    }

    /// Numbers that no catalog reaches in a lifetime would use up all that are left.
    private var hasOurNumbers: Bool {
        let highest = NumberSequence.limit / 2
        return (0...highest).contains(content.numbers) && content.things.highestNumber <= highest.magnitude
    }

    // MARK: - Into the catalog

    private func beginWithoutFirstTopics() throws {
        try db.execute(sql: "DELETE FROM directory WHERE key GLOB 'topic:*'")
        if hasOurNumbers { try raiseNumbers(by: Self.margin) }
    }

    /// Goes on above all numbers in the file: a catalog that is older has not heard of them.
    private func raiseNumbers(by margin: Int64 = 0) throws {
        let highest = Int64(clamping: min(content.things.highestNumber, UInt64(NumberSequence.limit))) + 1
        let next = max(try NumberSequence.upcoming(db), content.numbers + margin, highest + margin)
        try db.execute(sql: "UPDATE state SET nextNumber = ?", arguments: [min(next, NumberSequence.limit)])
    }

    private func fill(_ known: MadeThings, isOurs: Bool, removes: Bool) throws {
        if removes { try remove(known) }
        if isOurs { try raiseNumbers() }
        // Numbers of another catalog mean something else in this one.
        let reuses = isOurs || origin == .new && hasOurNumbers
        for topic in content.things.topics.values where !isOurs || known.topics[topic.number] != topic {
            try each(\.topics) { try add(topic, isOurs, reuses) }
        }
        for pin in content.things.pins.values where !isOurs || known.pins[pin.number] != pin {
            try add(pin, isOurs, reuses)
        }
        for search in content.things.searches.values where !isOurs || known.searches[search.number] != search {
            try add(search, isOurs, reuses)
        }
        for album in content.things.albums.values where !isOurs || known.albums[album.number] != album {
            try add(album, isOurs, reuses)
        }
        for name in content.things.countries.values where known.countries[name] == nil {
            try each(\.countries) {
                try db.execute(sql: "INSERT OR IGNORE INTO country (name) VALUES (?)", arguments: [name])
                return db.changesCount > 0
            }
            try ChangeRecord.note(.places, now: now, db)
        }
        for place in content.things.places.values
        where isOurs ? known.places[place.id] != place : known.places[place.id] == nil {
            try each(\.places) {
                try PlaceRecord.insert(place, in: .added, db)
                return true
            }
            try ChangeRecord.note(.country(FileName.directory(place.country)), now: now, db)
        }
        if isOurs {
            // Those that were there before, and were not looked at.
            let made =
                content.things.pins.values.map(\.number) + content.things.searches.values.map(\.number)
                + content.things.topics.values.map(\.number)
            for number in made where numbers[number] == nil { numbers[number] = number }
        }
        for keep in content.things.kept.values { try add(keep) }
    }

    /// Keeps what was kept, if it is there.
    private func add(_ keep: MadeKeep) throws {
        var key = keep.key
        if let number = key.madeNumber {
            guard let own = numbers[number] else { return }
            key = key.renumbered(own)
        }
        try each(\.kept) {
            guard try !KeptFolderRecord.isKept(key, db) else { return false }
            try KeptFolderRecord.insert(key, keep.place, db)
            return true
        }
    }

    /// Removes what was removed after the catalog was written down.
    private func remove(_ known: MadeThings) throws {
        for keep in known.kept.values where content.things.kept[keep.key] == nil {
            try KeptFolderRecord.remove(key: keep.key.text, db)
        }
        for pin in known.pins.values where content.things.pins[pin.number] == nil {
            try DirectoryRecord.retire(.pin(pin.number), now: now, db)
        }
        for search in known.searches.values where content.things.searches[search.number] == nil {
            try DirectoryRecord.retire(.search(search.number), now: now, db)
        }
        for album in known.albums.values {
            guard let kept = content.things.albums[album.number] else {
                try DirectoryRecord.retire(.album(album.number), now: now, db)
                continue
            }
            for photo in album.photos.keys where kept.photos[photo] == nil {
                guard let number = try PhotoRecord.number(of: photo, db) else { continue }
                _ = try ListingReplacement(of: .album(album.number), now: now, db).remove(number)
            }
        }
        for topic in known.topics.values where content.things.topics[topic.number] == nil {
            try DirectoryRecord.retireTags(of: topic.number, now: now, db)
            try DirectoryRecord.retire(.topic(topic.number), now: now, db)
        }
        for place in known.places.values where content.things.places[place.id] == nil {
            _ = try PlaceRecord.removeAdded(place.id, db)
            try DirectoryRecord.retire(.place(place.id), now: now, db)
        }
        for name in known.countries.values where content.things.countries[name] == nil {
            try db.execute(sql: "DELETE FROM country WHERE name = ?", arguments: [name])
            try DirectoryRecord.retire(.country(name), now: now, db)
        }
    }

    private func add(_ pin: MadePin, _ isOurs: Bool, _ reuses: Bool) throws {
        var number = try PinRecord.number(at: pin.point, db)
        if number == nil {
            try each(\.pins) {
                if isOurs, let before = try PinRecord.of(pin.number, db) {
                    // It was moved; its collection is that of the other point.
                    try PinRecord.update(Pin(pin, number: before.number), db)
                    try ListingRecord.remove(before.number, now: now, db)
                    try RemovalRecord.forgetAll(of: before.number, db)
                    number = before.number
                } else {
                    let own = try DirectoryRecord.add(reusing: reuses ? pin.number : nil, db) { .pin($0) }
                    try PinRecord.insert(Pin(pin, number: own), db)
                    number = own
                }
                try ChangeRecord.note(.pins, now: now, db)
                return true
            }
        } else if isOurs, let number, var before = try PinRecord.of(number, db), before.name != pin.name {
            // Another radius needs other photos.
            let hasOtherRadius = before.radius != PinName.radiusInMetres(in: pin.name)
            before.name = pin.name
            try each(\.pins) {
                try PinRecord.update(hasOtherRadius ? Pin(pin, number: number) : before, db)
                if hasOtherRadius { try ListingRecord.remove(number, now: now, db) }
                return true
            }
        }
        guard let number else { return }
        numbers[pin.number] = number
        let known = try RemovalRecord.photos(of: number, db)
        for photo in pin.removed.subtracting(known).sorted(by: { $0.rawValue < $1.rawValue }) {
            try each(\.removals) {
                try RemovalRecord.insert(PhotoRecord.numberOrNew(of: photo, now: now, db), of: number, db)
                return db.changesCount > 0
            }
        }
    }

    private func add(_ search: MadeSearch, _ isOurs: Bool, _ reuses: Bool) throws {
        var number = try SearchRecord.number(identity: search.identity, db)
        if number == nil {
            try each(\.searches) {
                if isOurs, try SearchRecord.of(search.number, db) != nil {
                    // It was renamed to another query.
                    try ListingRecord.remove(search.number, now: now, db)
                    try SearchRecord.forgetRemovals(of: search.number, db)
                    try SearchRecord.update(SavedSearch(search, number: search.number), db)
                    number = search.number
                } else {
                    let own = try DirectoryRecord.add(reusing: reuses ? search.number : nil, db) { .search($0) }
                    try SearchRecord.insert(SavedSearch(search, number: own), db)
                    number = own
                }
                try ChangeRecord.note(.searches, now: now, db)
                return true
            }
        } else if isOurs, let number, var before = try SearchRecord.of(number, db), before.name != search.name {
            before.name = search.name
            try each(\.searches) {
                try SearchRecord.update(before, db)
                return true
            }
        }
        guard let number else { return }
        numbers[search.number] = number
        let known = try SearchRecord.removed(from: number, db)
        for photo in search.removed.subtracting(known).sorted(by: { $0.rawValue < $1.rawValue }) {
            try each(\.removals) {
                try SearchRecord.remove(PhotoRecord.numberOrNew(of: photo, now: now, db), from: number, db)
                return db.changesCount > 0
            }
        }
    }

    private func add(_ topic: MadeTopic, _ isOurs: Bool, _ reuses: Bool) throws -> Bool {
        if let number = try TopicRecord.number(key: topic.key, db) {
            numbers[topic.number] = number
            guard isOurs, number == topic.number else { return false }
            try TopicRecord.update(Topic(number: number, name: topic.name), key: topic.key, db)
            return true
        }
        if isOurs, try TopicRecord.exists(topic.number, db) {
            try ListingRecord.remove(topic.number, now: now, db)
            try DirectoryRecord.retireTags(of: topic.number, now: now, db)
            try TopicRecord.update(Topic(number: topic.number, name: topic.name), key: topic.key, db)
            numbers[topic.number] = topic.number
        } else {
            let own = try DirectoryRecord.add(reusing: reuses ? topic.number : nil, db) { .topic($0) }
            numbers[topic.number] = own
            try TopicRecord.insert(Topic(number: own, name: topic.name), key: topic.key, db)
        }
        try ChangeRecord.note(.tags, now: now, db)
        return true
    }

    /// Adds one thing, and counts it. What contradicts the catalog is a sign of damage; a salvaged catalog goes without
    /// it.
    func each(
        _ kind: WritableKeyPath<Count, Int>, _ add: () throws -> Bool
    ) throws {
        do {
            var isAdded = false
            try db.inSavepoint {
                isAdded = try add()
                return .commit
            }
            if isAdded { count[keyPath: kind] += 1 }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            guard origin != .kept else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: error.message) }
        }
    }
}

extension SavedSearch {
    fileprivate init(_ made: MadeSearch, number: NodeNumber) {
        self.init(number: number, name: made.name, identity: made.identity)
    }
}

extension Pin {
    fileprivate init(_ made: MadePin, number: NodeNumber) {
        self.init(
            number: number, name: made.name, coordinate: made.coordinate, area: made.area, subtitle: made.subtitle,
            page: 0, isAwaitingCollection: true)
    }
}
