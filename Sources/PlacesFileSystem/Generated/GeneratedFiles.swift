import Catalog
import PhotoTree
import Synchronization

/// Inode numbers and sizes of the files we write outside listings. A file keeps its number while its content stays the
/// same. With new content it gets a new number, and the old content stays readable through open handles.
final class GeneratedFiles: Sendable {
    struct Key: Hashable, Sendable {
        var file: GeneratedFile
        var directory: DirectoryKey
    }

    struct Slot: Sendable {
        var number: NodeNumber
        /// Identifies the data that the content was made of; the content is made again only when this changed.
        var token: String
        var content: Int
        var size: Int64
        var modified: Timestamp
    }

    /// What stat(2) needs to know of a content.
    struct Rendering: Sendable {
        var content: Int
        var size: Int64
        /// When the data in it last changed.
        var modified: Timestamp
    }

    private struct Table {
        var slots: [Key: Slot] = [:]
        /// The numbers of files that were listed and whose content no process asked for yet.
        var announced: [Key: NodeNumber] = [:]
        var open: [NodeNumber: Open] = [:]
        var spare: [NodeNumber] = []
    }

    /// Numbers are taken from the catalog in batches, because a crawl meets hundreds of countries at once.
    private static let batch = 64

    private let catalog: Catalog
    private let table = Mutex(Table())

    init(catalog: Catalog) {
        self.catalog = catalog
    }

    /// The file's slot, brought up to date. `token` identifies the data that the content is made of: while it is the
    /// same, `render` is not called. The content of a live file may change at any moment, and the file keeps its
    /// number.
    func slot(
        for key: Key, token: String, isLive: Bool, render: () async -> Rendering
    ) async throws(CatalogError) -> Slot {
        if let slot = table.withLock({ $0.slots[key] }), slot.token == token, !isLive { return slot }
        let rendering = await render()
        if let kept = table.withLock({ keep(&$0, key, token, rendering, isLive) }) { return kept }
        let fixed = key.file.fixedNumber(in: key.directory)
        let number: NodeNumber
        if let fixed { number = fixed } else { number = try await newNumber() }
        return table.withLock { table in
            // Another caller may have made the same content meanwhile.
            if let kept = keep(&table, key, token, rendering, isLive) {
                if fixed == nil { table.spare.append(number) }
                return kept
            }
            let announced = table.announced.removeValue(forKey: key)
            if announced != nil { table.spare.append(number) }
            let slot = Slot(
                number: announced ?? number, token: token, content: rendering.content, size: rendering.size,
                modified: rendering.modified)
            table.slots[key] = slot
            return slot
        }
    }

    /// The number that the file will have, for a list of names; nil once its content was made, which may then have
    /// another number.
    func announce(_ key: Key) async throws(CatalogError) -> NodeNumber? {
        let (isMade, announced) = table.withLock { ($0.slots[key] != nil, $0.announced[key]) }
        guard !isMade, announced == nil else { return announced }
        let number = try await newNumber()
        return table.withLock { table in
            if table.slots[key] == nil, table.announced[key] == nil {
                table.announced[key] = number
            } else {
                table.spare.append(number)
            }
            return table.announced[key]
        }
    }

    func forget(_ directory: DirectoryKey) {
        table.withLock { table in
            table.slots = table.slots.filter { $0.key.directory != directory }
            table.announced = table.announced.filter { $0.key.directory != directory }
        }
    }

    private func keep(
        _ table: inout Table, _ key: Key, _ token: String, _ rendering: Rendering, _ isLive: Bool
    ) -> Slot? {
        guard var slot = table.slots[key], isLive || slot.content == rendering.content else { return nil }
        if slot.content != rendering.content {
            slot.modified = rendering.modified
        }
        slot.token = token
        slot.content = rendering.content
        slot.size = rendering.size
        table.slots[key] = slot
        return slot
    }

    // MARK: Open files

    /// The content of the file with this number, if it is open.
    func open(_ number: NodeNumber) -> SharedBytes? {
        table.withLock { $0.open[number]?.bytes }
    }

    /// From now on every OPEN of this number shares these bytes, until the last handle is closed.
    func share(_ bytes: [UInt8], as number: NodeNumber) -> SharedBytes {
        table.withLock { table in
            if let open = table.open[number]?.bytes { return open }
            table.open = table.open.filter { $0.value.bytes != nil }
            let shared = SharedBytes(bytes)
            table.open[number] = Open(bytes: shared)
            return shared
        }
    }

    private struct Open {
        weak var bytes: SharedBytes?
    }

    // MARK: Numbers

    /// An inode number that no file had before.
    func newNumber() async throws(CatalogError) -> NodeNumber {
        if let number = table.withLock({ $0.spare.popLast() }) { return number }
        let numbers = try await catalog.newNumbers(Self.batch)
        return table.withLock { table in
            table.spare += numbers.dropFirst()
            return numbers[0]
        }
    }
}

extension GeneratedFiles.Rendering {
    init(_ bytes: [UInt8], modified: Timestamp) {
        self.init(content: bytes.hashValue, size: Int64(bytes.count), modified: modified)
    }

    /// A page of `size` bytes made of this map: another content whenever the map is another one.
    init(pageOf map: GeneratedFiles.Slot, size: Int) {
        self.init(content: Self.content(madeOf: map), size: Int64(size), modified: map.modified)
    }

    static func content(madeOf map: GeneratedFiles.Slot) -> Int {
        map.number.hashValue
    }
}
