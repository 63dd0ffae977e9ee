import PhotoTree
import Synchronization

/// The inodes that the kernel knows, each with its lookup count and what stat(2) needs.
///
/// A record is inserted before the kernel learns its number, with a lookup count of zero. It is removed when the count
/// is zero again and no open stream shows the inode: READDIRPLUS raises the counts a moment after it looked its entries
/// up here. FORGET may overtake that, so a count can be negative for a moment.
final class InodeTable: Sendable {
    enum Facts: Hashable, Sendable {
        case directory
        case photo(PhotoFacts)
        case file(FileFacts)
    }

    /// An inode as it is at one moment.
    struct Record: Sendable {
        var node: Node
        var facts: Facts
        var lookups: Int64
    }

    /// A class, because counts of streams and lookups change by the dozen: a value would be copied whole each time.
    private final class Slot {
        enum Content {
            case directory
            case photo(PhotoTable.Row)
            case file(FileFacts)
        }

        var node: Node
        var content: Content
        var lookups: Int64
        /// How many open streams show the inode.
        var streams: Int
        /// Whether the size that the kernel holds may differ from that in `content`.
        var isSizeOutdated = false
        /// The threads whose OPEN was answered ESTALE because of that.
        var sentBack: [Int32] = []

        init(_ node: Node, _ content: Content, lookups: Int64, streams: Int) {
            self.node = node
            self.content = content
            self.lookups = lookups
            self.streams = streams
        }

        var facts: Facts {
            switch content {
            case .directory: .directory
            case .photo(let row): .photo(row.facts)
            case .file(let facts): .file(facts)
            }
        }
    }

    private struct Table {
        var slots: [NodeNumber: Slot] = [:]

        mutating func remove(_ number: NodeNumber) {
            guard case .photo(let row)? = slots.removeValue(forKey: number)?.content else { return }
            if row.number == number { row.number = nil }
        }
    }

    private let photos: PhotoTable
    private let table = Mutex(Table())

    /// The root is never looked up and never forgotten.
    init(_ photos: PhotoTable) {
        self.photos = photos
        table.withLock { $0.slots[.root] = Slot(.directory(.root), .directory, lookups: 1, streams: 0) }
    }

    /// How many inodes the kernel holds.
    var count: Int {
        table.withLock { $0.slots.count }
    }

    func record(_ number: NodeNumber) -> Record? {
        table.withLock { table in
            table.slots[number].map { Record(node: $0.node, facts: $0.facts, lookups: $0.lookups) }
        }
    }

    /// Inserts `number`, or updates its facts. A photo's facts are those of its row; `facts` are for one that has none.
    func insert(_ number: NodeNumber, _ node: Node, _ facts: Facts, lookups: Int64 = 0, streams: Int = 0) {
        table.withLock { table in
            let content: Slot.Content =
                switch facts {
                case .directory: .directory
                case .file(let facts): .file(facts)
                case .photo(let facts): .photo(photos.row(for: facts).row)
                }
            if let slot = table.slots[number] {
                slot.content = content
                slot.lookups += lookups
                slot.streams += streams
            } else {
                table.slots[number] = Slot(node, content, lookups: lookups, streams: streams)
            }
            if case .photo(let row) = content { row.number = number }
        }
    }

    /// From now on the inode stands for another node; its number stays.
    func change(_ number: NodeNumber, to node: Node) {
        table.withLock { $0.slots[number]?.node = node }
    }

    /// Changes a lookup count by what the kernel took or gave back; true when the count is zero after that.
    @discardableResult
    func count(_ change: Int64, for number: NodeNumber) -> Bool {
        guard number != .root else { return false }
        return table.withLock { table in
            guard let slot = table.slots[number] else { return false }
            slot.lookups += change
            guard slot.lookups == 0 else { return false }
            if slot.streams == 0 { table.remove(number) }
            return true
        }
    }

    /// Holds `numbers` for one more stream if all of them are known.
    func hold(_ numbers: [NodeNumber]) -> Bool {
        table.withLock { table in
            for number in numbers where table.slots[number] == nil { return false }
            for number in numbers {
                table.slots[number]?.streams += 1
            }
            return true
        }
    }

    /// The stream that showed `numbers` is closed: removes those that no other stream shows and that the kernel does
    /// not hold.
    func sweep(_ numbers: [NodeNumber]) {
        table.withLock { table in
            for number in numbers {
                guard let slot = table.slots[number] else { continue }
                slot.streams = max(0, slot.streams - 1)
                if slot.streams == 0, slot.lookups == 0 { table.remove(number) }
            }
        }
    }

    /// The files we write in `directory` that the kernel holds.
    func files(of directory: DirectoryKey) -> [(number: NodeNumber, node: Node)] {
        table.withLock { table in
            table.slots.compactMap { number, slot in
                switch slot.node {
                case .sidecar(_, _, directory), .generated(_, directory): (number, slot.node)
                default: nil
                }
            }
        }
    }

    /// The photo's number, if the kernel holds it.
    func number(of photo: PhotoID) -> NodeNumber? {
        photos.row(of: photo)?.number
    }

    /// The photos that the kernel holds and that have this size, as stat(2) tells it.
    func photos(ofSize size: Int64) -> [(id: PhotoID, facts: PhotoFacts)] {
        table.withLock { table in
            table.slots.values.compactMap { slot in
                guard case .photo(let row) = slot.content else { return nil }
                let facts = row.facts
                return facts.size == size ? (facts.id, facts) : nil
            }
        }
    }

    /// Changes the facts of a photo that is shown; answers its number when the kernel holds it and stat(2) tells
    /// something else now.
    func updatePhoto(_ row: PhotoTable.Row, _ change: (inout PhotoFacts) -> Void) -> NodeNumber? {
        table.withLock { table in
            let (before, after) = row.update(change)
            guard let number = row.number, let slot = table.slots[number] else { return nil }
            if after.size != before.size {
                slot.isSizeOutdated = true
                slot.sentBack = []
            }
            return after.isTold(like: before) ? nil : number
        }
    }

    /// The kernel takes the size that `number` has now.
    func sizeTold(_ number: NodeNumber) {
        table.withLock { $0.slots[number]?.isSizeOutdated = false }
    }

    /// Whether the kernel may hold an outdated size.
    func isSizeOutdated(_ number: NodeNumber) -> Bool {
        table.withLock { $0.slots[number]?.isSizeOutdated == true }
    }

    /// Whether an OPEN may be answered ESTALE, so that the kernel looks the name up again and takes the true size. This
    /// is done once for each thread and size: a thread that opens without a name (/proc/self/fd) would never get the
    /// file open.
    func mayLookAgain(_ number: NodeNumber, thread: Int32) -> Bool {
        table.withLock { table in
            guard let slot = table.slots[number], !slot.sentBack.contains(thread) else { return false }
            slot.sentBack.append(thread)
            return true
        }
    }
}
