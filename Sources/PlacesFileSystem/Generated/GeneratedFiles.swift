import Catalog
import PhotoTree
import Synchronization

/// Numbers and sizes of the files we write outside listings. A file keeps its number while its content is the same;
/// with new content it gets a new one, and the old one stays readable to those who hold it open.
final class GeneratedFiles: Sendable {
    struct Key: Hashable, Sendable {
        var file: GeneratedFile
        var directory: DirectoryKey
    }

    struct Slot: Sendable {
        var number: NodeNumber
        /// What the content was made of; the content is made again only when this changed.
        var token: String
        var content: Int
        var size: Int64
        var modified: Timestamp
    }

    private struct Table {
        var slots: [Key: Slot] = [:]
        var spare: [NodeNumber] = []
    }

    /// Numbers are taken from the catalog in batches, for a crawl meets hundreds of countries at once.
    private static let batch = 64

    private let catalog: Catalog
    private let table = Mutex(Table())

    init(catalog: Catalog) {
        self.catalog = catalog
    }

    /// The file's slot, brought up to date. `token` is what the content is made of: while it is the same, `render` is
    /// not called. The content of a live file may change at any moment without the file becoming another one.
    func slot(
        for key: Key, token: String, now: Timestamp, isLive: Bool, render: () async -> [UInt8]
    ) async throws(CatalogError) -> Slot {
        if let slot = table.withLock({ $0.slots[key] }), slot.token == token, !isLive { return slot }
        let bytes = await render()
        let content = bytes.hashValue
        if let kept = table.withLock({ keep(&$0, key, token, content, bytes.count, isLive, now) }) { return kept }
        let number = try await newNumber()
        return table.withLock { table in
            let slot = Slot(
                number: number, token: token, content: content, size: Int64(bytes.count), modified: now)
            table.slots[key] = slot
            return slot
        }
    }

    /// True while `number` is what `key` is known by.
    func isCurrent(_ number: NodeNumber, for key: Key) -> Bool {
        table.withLock { $0.slots[key]?.number == number }
    }

    func forget(_ directory: DirectoryKey) {
        table.withLock { table in table.slots = table.slots.filter { $0.key.directory != directory } }
    }

    private func keep(
        _ table: inout Table, _ key: Key, _ token: String, _ content: Int, _ size: Int, _ isLive: Bool,
        _ now: Timestamp
    ) -> Slot? {
        guard var slot = table.slots[key], isLive || slot.content == content else { return nil }
        if slot.content != content {
            slot.modified = now
        }
        slot.token = token
        slot.content = content
        slot.size = Int64(size)
        table.slots[key] = slot
        return slot
    }

    /// A number that nothing had before.
    func newNumber() async throws(CatalogError) -> NodeNumber {
        if let number = table.withLock({ $0.spare.popLast() }) { return number }
        let numbers = try await catalog.newNumbers(Self.batch)
        return table.withLock { table in
            table.spare += numbers.dropFirst()
            return numbers[0]
        }
    }
}
