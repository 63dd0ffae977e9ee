import PhotoTree
import Synchronization

/// The pins, and the directories that wait to become pins, as `pins/` shows them.
final class PinsState: Sendable {
    private struct Table {
        var pins: [NodeNumber: Pin] = [:]
        var placeholders: [NodeNumber: String] = [:]
        var byName: [String: NodeNumber] = [:]
        /// Names compared in NFC without case.
        var folded: [String: NodeNumber] = [:]
        /// Rebuilt after a change.
        var sorted: [(name: String, key: DirectoryKey)]?
        var loading: Set<NodeNumber> = []
        var version: Int64 = 1
        var changed: Timestamp

        func key(of number: NodeNumber) -> DirectoryKey {
            placeholders[number] == nil ? .pin(number) : .placeholder(number)
        }

        func number(named name: String) -> NodeNumber? {
            guard let index = byName.index(forKey: name), byName[index].key.hasBytes(of: name) else { return nil }
            return byName[index].value
        }

        mutating func put(_ name: String, _ number: NodeNumber, now: Timestamp?) {
            byName[name] = number
            folded[FileName.key(name)] = number
            touch(now)
        }

        mutating func drop(_ name: String, now: Timestamp?) {
            byName[name] = nil
            folded[FileName.key(name)] = nil
            touch(now)
        }

        mutating func touch(_ now: Timestamp?) {
            sorted = nil
            version += 1
            if let now { changed = now }
        }
    }

    private let table: Mutex<Table>

    init(_ pins: [Pin], changed: Timestamp) {
        var table = Table(changed: changed)
        for pin in pins {
            table.pins[pin.number] = pin
            table.put(pin.name, pin.number, now: nil)
            // The collection was promised in an earlier mount, and is asked for as soon as this one is ready.
            if pin.isAwaitingCollection { table.loading.insert(pin.number) }
        }
        self.table = Mutex(table)
    }

    // MARK: Looking

    var version: Int64 { table.withLock { $0.version } }
    /// When entries last came or went: the mtime of `pins/`.
    var changed: Timestamp { table.withLock { $0.changed } }
    var count: Int { table.withLock { $0.byName.count } }
    /// The number of pins, and of those whose collection has not arrived yet.
    var counts: (pins: Int, awaiting: Int) {
        table.withLock { table in (table.pins.count, table.pins.values.count(where: \.isAwaitingCollection)) }
    }

    func pin(_ number: NodeNumber) -> Pin? {
        table.withLock { $0.pins[number] }
    }

    func placeholder(_ number: NodeNumber) -> String? {
        table.withLock { $0.placeholders[number] }
    }

    /// The directory with exactly this name, byte for byte.
    func key(named name: String) -> DirectoryKey? {
        table.withLock { table in table.number(named: name).map(table.key(of:)) }
    }

    /// The number of the same.
    func number(named name: String) -> NodeNumber? {
        table.withLock { $0.number(named: name) }
    }

    /// The directory whose name differs from this one only in case and composition.
    func key(likeNamed name: String) -> DirectoryKey? {
        table.withLock { table in table.folded[FileName.key(name)].map(table.key(of:)) }
    }

    /// The pin at the point that this name is.
    func key(at point: PinPoint) -> DirectoryKey? {
        pins.first { $0.point == point }.map { .pin($0.number) }
    }

    /// In alphabetical order.
    var sorted: [(name: String, key: DirectoryKey)] {
        table.withLock { table in
            if let sorted = table.sorted { return sorted }
            let sorted = table.byName.map { (name: $0.key, key: table.key(of: $0.value)) }.sorted { $0.name < $1.name }
            table.sorted = sorted
            return sorted
        }
    }

    /// The pins in the order of `sorted`.
    var pins: [Pin] {
        table.withLock { table in table.pins.values.sorted { $0.name < $1.name } }
    }

    var awaiting: [NodeNumber] {
        table.withLock { table in table.pins.values.filter(\.isAwaitingCollection).map(\.number).sorted() }
    }

    // MARK: Changing

    func add(_ pin: Pin, now: Timestamp) {
        table.withLock { table in
            if let name = table.placeholders.removeValue(forKey: pin.number) {
                table.drop(name, now: now)
            }
            if let before = table.pins[pin.number] {
                table.drop(before.name, now: now)
            }
            table.pins[pin.number] = pin
            table.put(pin.name, pin.number, now: now)
        }
    }

    func addPlaceholder(_ number: NodeNumber, named name: String, now: Timestamp) {
        table.withLock { table in
            if let before = table.placeholders[number] {
                table.drop(before, now: now)
            }
            table.placeholders[number] = name
            table.put(name, number, now: now)
        }
    }

    func remove(_ number: NodeNumber, now: Timestamp) {
        table.withLock { table in
            table.loading.remove(number)
            let name = table.pins.removeValue(forKey: number)?.name ?? table.placeholders.removeValue(forKey: number)
            if let name { table.drop(name, now: now) }
        }
    }

    /// The pin shows, or awaits, another page now; its name and place stay.
    func setCollection(of number: NodeNumber, page: Int? = nil, isAwaiting: Bool) {
        table.withLock { table in
            if let page { table.pins[number]?.page = page }
            table.pins[number]?.isAwaitingCollection = isAwaiting
        }
    }

    // MARK: Loading

    func isLoading(_ number: NodeNumber) -> Bool {
        table.withLock { $0.loading.contains(number) }
    }

    /// False if a collection is already being loaded.
    func beginLoading(_ number: NodeNumber) -> Bool {
        table.withLock { $0.loading.insert(number).inserted }
    }

    func endLoading(_ number: NodeNumber) {
        table.withLock { _ = $0.loading.remove(number) }
    }
}
