import PhotoTree
import Synchronization

/// The inodes the kernel knows, with what stat(2) needs of each and how often it was looked up.
///
/// A record comes in before the kernel hears of its number, with a lookup count of zero, and leaves when the count
/// returns to zero and no open stream shows it: READDIRPLUS counts what it delivers a moment after it was looked up here.
/// FORGET may overtake that notice, so a count can be negative for a moment.
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
        /// How many open streams show it.
        var streams = 0
        /// Whether the size that the kernel holds may be another one than `facts` have.
        var isSizeOutdated = false
        /// Threads whose OPEN was sent back for that.
        var sentBack: [Int32] = []
    }

    /// A class, because streams and lookups are counted by the dozen: a value would be copied whole each time.
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

    /// Brings `number` in, or its facts up to date; what was learnt of a photo's size meanwhile stays.
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

    /// The inode stands for something else from now on; the kernel keeps its number.
    func change(_ number: NodeNumber, to node: Node) {
        table.withLock { $0.slots[number]?.record.node = node }
    }

    /// Changes a count by what the kernel took or gave back; true when it gave the last one back.
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

    /// The stream that showed `numbers` is closed: drops those that no other shows and the kernel never took.
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

    /// Changes what is known of a photo the kernel holds; answers its number when stat(2) tells something else of it now.
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

    /// Whether the size that the kernel holds may be another one.
    func isSizeOutdated(_ number: NodeNumber) -> Bool {
        table.withLock { $0.slots[number]?.record.isSizeOutdated == true }
    }

    /// Whether an OPEN may be sent back, so that the kernel looks the name up again and takes the true size. Once for a
    /// thread and a size: one that has no name to look up (/proc/self/fd) would never get it open.
    func mayLookAgain(_ number: NodeNumber, thread: Int32) -> Bool {
        table.withLock { table in
            guard let slot = table.slots[number], !slot.record.sentBack.contains(thread) else { return false }
            slot.record.sentBack.append(thread)
            return true
        }
    }
}

extension InodeTable.Facts {
    /// A listing that was loaded before a size was learnt, or before that was written down, must not take it back.
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
