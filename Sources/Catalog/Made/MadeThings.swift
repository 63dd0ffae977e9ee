internal import PhotoTree

/// All that people made by hand, in the order they made it: pins, searches, albums, topics, added places and countries,
/// what is kept. Everything else in a catalog can be asked for again.
struct MadeThings: Sendable {
    private(set) var pins = InOrder<NodeNumber, MadePin>()
    private(set) var searches = InOrder<NodeNumber, MadeSearch>()
    private(set) var albums = InOrder<NodeNumber, MadeAlbum>()
    private(set) var topics = InOrder<NodeNumber, MadeTopic>()
    private(set) var places = InOrder<PlaceID, Place>()
    private(set) var countries = InOrder<String, String>()
    private(set) var kept = InOrder<DirectoryKey, MadeKeep>()
    /// Lines of a newer version, in their order.
    private(set) var unknown: [String] = []

    mutating func apply(_ change: MadeChange) {
        switch change {
        case .begin: break
        case .pin(let pin): pins[pin.number] = pin
        case .noPin(let number):
            pins[number] = nil
            kept[.pin(number)] = nil
        case .noPhoto(let photo, let number):
            pins[number]?.removed.insert(photo)
            searches[number]?.removed.insert(photo)
        case .search(let search): searches[search.number] = search
        case .noSearch(let number):
            searches[number] = nil
            kept[.search(number)] = nil
        case .album(let album): albums[album.number] = album
        case .albumName(let name, let number): albums.change(number) { $0.name = name }
        case .noAlbum(let number): albums[number] = nil
        case .albumPhoto(let photo, let name, let number): albums.change(number) { $0.set(photo, to: name) }
        case .noAlbumPhoto(let photo, let number): albums.change(number) { $0.set(photo, to: nil) }
        case .topic(let topic): topics[topic.number] = topic
        case .noTopic(let number):
            topics[number] = nil
            for keep in kept.values where keep.key.listingKey == .topic(number) { kept[keep.key] = nil }
        case .place(let place): places[place.id] = place
        case .noPlace(let id):
            places[id] = nil
            kept[.place(id)] = nil
        case .country(let name): countries[name] = name
        case .noCountry(let name):
            countries[name] = nil
            kept[.country(name)] = nil
        case .keep(let keep): kept[keep.key] = keep
        case .noKeep(let key): kept[key] = nil
        case .unknown(let body): unknown.append(body)
        }
    }

    /// The lines that say all of it.
    var changes: [MadeChange] {
        topics.values.map { .topic($0) } + countries.values.map { .country($0) } + places.values.map { .place($0) }
            + pins.values.map { .pin($0) } + searches.values.map { .search($0) } + albums.values.map { .album($0) }
            + kept.values.map { .keep($0) } + unknown.map { .unknown($0) }
    }

    /// How many lines it is worth: an album is one, and a quarter for each of its photos. A file of many photos thus
    /// grows by as many lines as it has photos before all of them are written again.
    var worth: Int { changes.count + albums.values.reduce(0) { $0 + $1.photoCount } / 4 }

    /// The highest number of a directory in it.
    var highestNumber: UInt64 {
        max(
            pins.values.map(\.number.rawValue).max() ?? 0, topics.values.map(\.number.rawValue).max() ?? 0,
            searches.values.map(\.number.rawValue).max() ?? 0, albums.values.map(\.number.rawValue).max() ?? 0)
    }

    /// Whether both hold the same; the lines of a newer version do not count, because no catalog has them.
    func isSame(as other: MadeThings) -> Bool {
        pins.isSame(as: other.pins) && topics.isSame(as: other.topics) && places.isSame(as: other.places)
            && countries.isSame(as: other.countries) && searches.isSame(as: other.searches)
            && albums.isSame(as: other.albums) && kept.isSame(as: other.kept)
    }

    /// Whether nothing of `other` is missing, whatever numbers it has here.
    func hold(_ other: MadeThings) -> Bool {
        let removed = Dictionary(pins.values.map { ($0.point, $0.removed) }) { $0.union($1) }
        let found = Dictionary(searches.values.map { ($0.identity, $0.removed) }) { $0.union($1) }
        let albums = Set(albums.values.map { FileName.key($0.name) })
        let keys = Set(topics.values.map(\.key))
        return other.pins.values.allSatisfy { removed[$0.point]?.isSuperset(of: $0.removed) ?? false }
            && other.searches.values.allSatisfy { found[$0.identity]?.isSuperset(of: $0.removed) ?? false }
            && other.albums.values.allSatisfy { albums.contains(FileName.key($0.name)) }
            && other.topics.values.allSatisfy { keys.contains($0.key) }
            && other.places.values.allSatisfy { places[$0.id] != nil }
            && other.countries.values.allSatisfy { countries[$0] != nil }
            && other.kept.values.allSatisfy { $0.key.madeNumber != nil || kept[$0.key] != nil }
    }
}

/// Values by key that come out in the order they were first put in.
struct InOrder<Key: Hashable & Sendable, Value: Equatable & Sendable>: Sendable {
    private var entries: [Key: (position: Int, value: Value)] = [:]
    private var next = 0

    subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            guard let newValue else {
                entries[key] = nil
                return
            }
            entries[key] = (entries[key]?.position ?? next, newValue)
            next += 1
        }
    }

    /// Changes a value in place: a copy of an album for each of its lines would take quadratic time.
    mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
        guard let index = entries.index(forKey: key) else { return }
        change(&entries.values[index].value)
    }

    var values: [Value] { entries.values.sorted { $0.position < $1.position }.map(\.value) }

    func isSame(as other: Self) -> Bool {
        entries.count == other.entries.count && entries.allSatisfy { other[$0.key] == $0.value.value }
    }
}
