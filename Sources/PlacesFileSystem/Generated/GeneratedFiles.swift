import Catalog
import PhotoTree
import Synchronization

/// Inode numbers and sizes of the files we write outside listings. A file keeps its number while its content stays the
/// same, in the next mount, too: backups remember numbers. With new content it gets a new number, and the old content
/// stays readable through open handles.
final class GeneratedFiles: Sendable {
    struct Key: Hashable, Sendable {
        var file: GeneratedFile
        var directory: DirectoryKey
    }

    struct Slot: Sendable {
        var number: NodeNumber
        /// Identifies the data that the content was made of; the content is made again only when this changed.
        var token: String
        /// Identifies the content.
        var content: String
        var size: Int64
        var modified: Timestamp
    }

    /// What stat(2) needs to know of a content.
    struct Rendering: Sendable {
        var content: String
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
        /// The contents and numbers that files had in an earlier mount; nil before the catalog was asked.
        var kept: [Key: Kept]?
        /// What the catalog does not know yet.
        var unwritten: [Key: Kept] = [:]
        var emptied: Set<DirectoryKey> = []

        mutating func note(_ content: Kept, of key: Key) {
            guard kept?[key] != content else { return }
            kept?[key] = content
            unwritten[key] = content
        }
    }

    private struct Kept: Hashable {
        var content: String
        var number: NodeNumber
    }

    /// What is kept of the content of a live file: it keeps its number whatever it says.
    private static let live = "live"

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
        try await loadNumbers()
        let rendering = await render()
        if let kept = table.withLock({ put(&$0, key, token, rendering, isLive) }) { return kept }
        let content = isLive ? Self.live : rendering.content
        let fixed = key.file.fixedNumber(in: key.directory)
        let former = table.withLock { $0.kept?[key] }
        // A number that is the file's already, and no new one.
        let own = fixed ?? (former?.content == content ? former?.number : nil)
        let number: NodeNumber
        if let own { number = own } else { number = try await newNumber() }
        return table.withLock { table in
            // Another caller may have made the same content meanwhile.
            if let kept = put(&table, key, token, rendering, isLive) {
                if own == nil { table.spare.append(number) }
                return kept
            }
            let announced = table.announced.removeValue(forKey: key)
            if let announced { table.spare.append(own == nil ? number : announced) }
            let taken = own ?? announced ?? number
            let slot = Slot(
                number: taken, token: token, content: rendering.content, size: rendering.size,
                modified: rendering.modified)
            table.slots[key] = slot
            if fixed == nil { table.note(Kept(content: content, number: taken), of: key) }
            return slot
        }
    }

    /// The number that the file will have, for a list of names; nil once its content was made, which may then have
    /// another number.
    func announce(_ key: Key) async throws(CatalogError) -> NodeNumber? {
        let (isMade, announced) = table.withLock { ($0.slots[key] != nil, $0.announced[key]) }
        guard !isMade, announced == nil else { return announced }
        try await loadNumbers()
        // Whether the number of an earlier mount is still the file's, its content alone tells.
        guard table.withLock({ $0.kept?[key] == nil }) else { return nil }
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

    /// The file that has this number, or had it in an earlier mount.
    func key(of number: NodeNumber) async throws(CatalogError) -> Key? {
        try await loadNumbers()
        return table.withLock { table in
            table.slots.first { $0.value.number == number }?.key ?? table.kept?.first { $0.value.number == number }?.key
        }
    }

    func forget(_ directory: DirectoryKey) {
        table.withLock { table in
            table.slots = table.slots.filter { $0.key.directory != directory }
            table.announced = table.announced.filter { $0.key.directory != directory }
            table.kept = table.kept?.filter { $0.key.directory != directory }
            table.unwritten = table.unwritten.filter { $0.key.directory != directory }
            table.emptied.insert(directory)
        }
    }

    // MARK: Over remounts

    /// Reads what an earlier mount kept, once.
    private func loadNumbers() async throws(CatalogError) {
        guard table.withLock({ $0.kept == nil }) else { return }
        let files = try await catalog.writtenFiles()
        table.withLock { table in
            guard table.kept == nil else { return }
            let rows = files.compactMap { file in
                GeneratedFile(rawValue: file.name).map {
                    (Key(file: $0, directory: file.directory), Kept(content: file.content, number: file.number))
                }
            }
            table.kept = Dictionary(rows) { first, _ in first }.filter { !table.emptied.contains($0.key.directory) }
        }
    }

    /// Writes down the numbers that the next mount is to give. Called now and then, and at the end: of a daemon that is
    /// killed some files get other numbers.
    func write() async throws(CatalogError) {
        let (unwritten, emptied) = table.withLock { table in
            defer { (table.unwritten, table.emptied) = ([:], []) }
            return (table.unwritten, table.emptied)
        }
        guard !unwritten.isEmpty || !emptied.isEmpty else { return }
        let files = unwritten.map { key, kept in
            WrittenFile(
                directory: key.directory, name: key.file.rawValue, content: kept.content, number: kept.number)
        }
        do throws(CatalogError) {
            try await catalog.store(files, forgettingThoseOf: emptied)
        } catch {
            table.withLock { table in
                table.unwritten.merge(unwritten) { newer, _ in newer }
                table.emptied.formUnion(emptied)
            }
            throw error
        }
    }

    private func put(
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
        // What cannot be written now is written later.
        try? await write()
        let numbers = try await catalog.newNumbers(Self.batch)
        return table.withLock { table in
            table.spare += numbers.dropFirst()
            return numbers[0]
        }
    }
}

extension GeneratedFiles.Rendering {
    init(_ bytes: [UInt8], modified: Timestamp) {
        self.init(content: ContentDigest.of(bytes), size: Int64(bytes.count), modified: modified)
    }

    /// A page of `size` bytes made of this map: another content whenever the map or the rest of the page is another
    /// one.
    init(pageOf map: GeneratedFiles.Slot, size: Int, _ rest: String) {
        self.init(content: Self.content(madeOf: map, rest), size: Int64(size), modified: map.modified)
    }

    static func content(madeOf map: GeneratedFiles.Slot, _ rest: String) -> String {
        "\(map.number) \(rest)"
    }
}
