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

    struct Record: Sendable {
        var node: Node
        var facts: Facts
        var lookups: Int64 = 0
        /// How many open streams show the inode.
        var streams = 0
        /// Whether the size that the kernel holds may differ from that in `facts`.
        var isSizeOutdated = false
        /// The threads whose OPEN was answered ESTALE because of that.
        var sentBack: [Int32] = []
    }

    /// A class, because counts of streams and lookups change by the dozen: a value would be copied whole each time.
    private final class Slot {
        var record: Record

        init(_ record: Record) {
            self.record = record
        }
    }

    private struct Table {
        var slots: [NodeNumber: Slot] = [:]
        var photos: [PhotoID: NodeNumber] = [:]

        mutating func remove(_ number: NodeNumber) {
            guard let slot = slots.removeValue(forKey: number) else { return }
            if case .photo(let id) = slot.record.node {
                photos[id] = nil
            }
        }
    }

    private let table = Mutex(Table())

    /// The root is never looked up and never forgotten.
    init() {
        table.withLock { $0.slots[.root] = Slot(Record(node: .directory(.root), facts: .directory, lookups: 1)) }
    }

    /// How many inodes the kernel holds.
    var count: Int {
        table.withLock { $0.slots.count }
    }

    func record(_ number: NodeNumber) -> Record? {
        table.withLock { $0.slots[number]?.record }
    }

    /// Inserts `number`, or updates its facts; a photo's size that was learnt meanwhile stays.
    func insert(_ number: NodeNumber, _ node: Node, _ facts: Facts, lookups: Int64 = 0, streams: Int = 0) {
        table.withLock { table in
            if let known = table.slots[number] {
                known.record.facts = facts.keepingSize(of: known.record.facts)
                known.record.lookups += lookups
                known.record.streams += streams
            } else {
                table.slots[number] = Slot(Record(node: node, facts: facts, lookups: lookups, streams: streams))
            }
            if case .photo(let id) = node {
                table.photos[id] = number
            }
        }
    }

    /// From now on the inode stands for another node; its number stays.
    func change(_ number: NodeNumber, to node: Node) {
        table.withLock { $0.slots[number]?.record.node = node }
    }

    /// Changes a lookup count by what the kernel took or gave back; true when the count is zero after that.
    @discardableResult
    func count(_ change: Int64, for number: NodeNumber) -> Bool {
        guard number != .root else { return false }
        return table.withLock { table in
            guard let slot = table.slots[number] else { return false }
            slot.record.lookups += change
            guard slot.record.lookups == 0 else { return false }
            if slot.record.streams == 0 { table.remove(number) }
            return true
        }
    }

    /// Holds `numbers` for one more stream if all of them are known.
    func hold(_ numbers: [NodeNumber]) -> Bool {
        table.withLock { table in
            for number in numbers where table.slots[number] == nil { return false }
            for number in numbers {
                table.slots[number]?.record.streams += 1
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
                slot.record.streams = max(0, slot.record.streams - 1)
                if slot.record.streams == 0, slot.record.lookups == 0 { table.remove(number) }
            }
        }
    }

    /// The files we write in `directory` that the kernel holds.
    func files(of directory: DirectoryKey) -> [(number: NodeNumber, node: Node)] {
        table.withLock { table in
            table.slots.compactMap { number, slot in
                switch slot.record.node {
                case .sidecar(_, _, directory), .generated(_, directory): (number, slot.record.node)
                default: nil
                }
            }
        }
    }

    /// The photo's number, if the kernel holds it.
    func number(of photo: PhotoID) -> NodeNumber? {
        table.withLock { $0.photos[photo] }
    }

    /// Changes the facts of a photo that the kernel holds; answers its number when stat(2) tells something else now.
    func updatePhoto(_ id: PhotoID, _ change: (inout PhotoFacts) -> Void) -> NodeNumber? {
        table.withLock { table in
            guard let number = table.photos[id], let slot = table.slots[number],
                case .photo(let facts) = slot.record.facts
            else { return nil }
            var changed = facts
            change(&changed)
            slot.record.facts = .photo(changed)
            if changed.size != facts.size {
                slot.record.isSizeOutdated = true
                slot.record.sentBack = []
            }
            return changed.isTold(like: facts) ? nil : number
        }
    }

    /// The kernel takes the size that `number` has now.
    func sizeTold(_ number: NodeNumber) {
        table.withLock { $0.slots[number]?.record.isSizeOutdated = false }
    }

    /// Whether the kernel may hold an outdated size.
    func isSizeOutdated(_ number: NodeNumber) -> Bool {
        table.withLock { $0.slots[number]?.record.isSizeOutdated == true }
    }

    /// Whether an OPEN may be answered ESTALE, so that the kernel looks the name up again and takes the true size. This
    /// is done once for each thread and size: a thread that opens without a name (/proc/self/fd) would never get the
    /// file open.
    func mayLookAgain(_ number: NodeNumber, thread: Int32) -> Bool {
        table.withLock { table in
            guard let slot = table.slots[number], !slot.record.sentBack.contains(thread) else { return false }
            slot.record.sentBack.append(thread)
            return true
        }
    }
}

extension InodeTable.Facts {
    /// Keeps a size that was learnt: a listing that was loaded before, or before the size was written down, must not
    /// undo it.
    fileprivate func keepingSize(of known: InodeTable.Facts) -> InodeTable.Facts {
        guard case .photo(var facts) = self, case .photo(let before) = known, facts.rendition == before.rendition
        else { return self }
        if let learnt = before.learnt {
            facts.learn(learnt)
        } else if before.isHinted {
            facts.expect(before.length)
        }
        if let embedded = before.embedded { facts.embed(embedded) }
        return .photo(facts)
    }
}
