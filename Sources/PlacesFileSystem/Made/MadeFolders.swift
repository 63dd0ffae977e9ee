import PhotoTree
import Synchronization

/// A folder that a user made by its name, in a directory that holds nothing else.
protocol MadeFolder: Sendable {
    var number: NodeNumber { get }
    var name: String { get }
    /// Whether photos were asked for and have not arrived yet.
    var isAwaitingCollection: Bool { get set }
    static func key(_ number: NodeNumber) -> DirectoryKey
    static func placeholder(_ number: NodeNumber) -> DirectoryKey
}

extension MadeFolder {
    /// Most are filled by a source. What a user fills by hand awaits nothing.
    var isAwaitingCollection: Bool {
        get { false }
        set {}
    }
}

/// A folder that waits for a name: what it is called until then, and when it was made.
struct Placeholder: Sendable {
    var name: String
    var made: Timestamp
}

/// The folders that users made in one directory, as it shows them, and those that still wait for a name.
final class MadeFolders<Item: MadeFolder>: Sendable {
    private struct Table {
        var items: [NodeNumber: Item] = [:]
        var placeholders: [NodeNumber: Placeholder] = [:]
        var byName: [String: NodeNumber] = [:]
        /// Names compared in NFC without case.
        var folded: [String: NodeNumber] = [:]
        /// Rebuilt after a change.
        var sorted: [(name: String, key: DirectoryKey)]?
        var loading: Set<NodeNumber> = []
        var version: Int64 = 1
        var changed: Timestamp

        func key(of number: NodeNumber) -> DirectoryKey {
            placeholders[number] == nil ? Item.key(number) : Item.placeholder(number)
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

        mutating func remove(_ name: String, now: Timestamp?) {
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

    init(_ items: [Item], changed: Timestamp) {
        var table = Table(changed: changed)
        for item in items {
            table.items[item.number] = item
            table.put(item.name, item.number, now: nil)
            // Its photos were promised in an earlier mount, and are asked for as soon as this one is ready.
            if item.isAwaitingCollection { table.loading.insert(item.number) }
        }
        self.table = Mutex(table)
    }

    // MARK: Looking

    var version: Int64 { table.withLock { $0.version } }
    /// When entries last came or went: the mtime of the directory.
    var changed: Timestamp { table.withLock { $0.changed } }
    var count: Int { table.withLock { $0.byName.count } }

    subscript(number: NodeNumber) -> Item? { table.withLock { $0.items[number] } }

    func placeholder(_ number: NodeNumber) -> Placeholder? { table.withLock { $0.placeholders[number] } }

    /// The directory with exactly this name, byte for byte.
    func key(named name: String) -> DirectoryKey? {
        table.withLock { table in table.number(named: name).map(table.key(of:)) }
    }

    /// The number of the same.
    func number(named name: String) -> NodeNumber? { table.withLock { $0.number(named: name) } }

    /// The directory whose name differs from this one only in case and composition.
    func key(likeNamed name: String) -> DirectoryKey? {
        table.withLock { table in table.folded[FileName.key(name)].map(table.key(of:)) }
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

    /// The made folders, without placeholders, in the order of their numbers.
    var items: [Item] { table.withLock { $0.items.values.sorted { $0.number < $1.number } } }

    var awaiting: [NodeNumber] { items.filter(\.isAwaitingCollection).map(\.number) }

    // MARK: Changing

    func add(_ item: Item, now: Timestamp) {
        table.withLock { table in
            if let before = table.placeholders.removeValue(forKey: item.number) {
                table.remove(before.name, now: now)
            }
            if let before = table.items[item.number] { table.remove(before.name, now: now) }
            table.items[item.number] = item
            table.put(item.name, item.number, now: now)
        }
    }

    func addPlaceholder(_ number: NodeNumber, named name: String, now: Timestamp) {
        table.withLock { table in
            let before = table.placeholders[number]
            if let before { table.remove(before.name, now: now) }
            table.placeholders[number] = Placeholder(name: name, made: before?.made ?? now)
            table.put(name, number, now: now)
        }
    }

    func remove(_ number: NodeNumber, now: Timestamp) {
        table.withLock { table in
            table.loading.remove(number)
            let waiting = table.placeholders.removeValue(forKey: number)?.name
            let name = table.items.removeValue(forKey: number)?.name ?? waiting
            if let name { table.remove(name, now: now) }
        }
    }

    /// Changes what is known of a folder; its name stays.
    func update(_ number: NodeNumber, _ change: (inout Item) -> Void) {
        table.withLock { table in
            guard var item = table.items[number] else { return }
            change(&item)
            table.items[number] = item
        }
    }

    // MARK: Loading

    func isLoading(_ number: NodeNumber) -> Bool { table.withLock { $0.loading.contains(number) } }

    /// False if photos are already being loaded.
    func beginLoading(_ number: NodeNumber) -> Bool { table.withLock { $0.loading.insert(number).inserted } }

    func endLoading(_ number: NodeNumber) { table.withLock { _ = $0.loading.remove(number) } }
}
