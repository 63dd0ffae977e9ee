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

    private struct Table {
        var records: [NodeNumber: Record] = [:]
        var photos: [PhotoID: NodeNumber] = [:]

        mutating func remove(_ number: NodeNumber) {
            guard let record = records.removeValue(forKey: number) else { return }
            if case .photo(let id) = record.node {
                photos[id] = nil
            }
        }
    }

    private let table = Mutex(Table())

    /// The root is never looked up and never forgotten.
    init() {
        table.withLock { $0.records[.root] = Record(node: .directory(.root), facts: .directory, lookups: 1) }
    }

    /// How many inodes the kernel holds.
    var count: Int {
        table.withLock { $0.records.count }
    }

    func record(_ number: NodeNumber) -> Record? {
        table.withLock { $0.records[number] }
    }

    /// Brings `number` in, or its facts up to date; what was learnt of a photo's size meanwhile stays.
    func insert(_ number: NodeNumber, _ node: Node, _ facts: Facts, lookups: Int64 = 0, streams: Int = 0) {
        table.withLock { table in
            if let known = table.records[number] {
                table.records[number]?.facts = facts.keepingSize(of: known.facts)
                table.records[number]?.lookups += lookups
                table.records[number]?.streams += streams
            } else {
                table.records[number] = Record(node: node, facts: facts, lookups: lookups, streams: streams)
            }
            if case .photo(let id) = node {
                table.photos[id] = number
            }
        }
    }

    /// The inode stands for something else from now on; the kernel keeps its number.
    func change(_ number: NodeNumber, to node: Node) {
        table.withLock { $0.records[number]?.node = node }
    }

    /// Changes a count by what the kernel took or gave back; true when it gave the last one back.
    @discardableResult
    func count(_ change: Int64, for number: NodeNumber) -> Bool {
        guard number != .root else { return false }
        return table.withLock { table in
            guard let record = table.records[number] else { return false }
            let lookups = record.lookups + change
            table.records[number]?.lookups = lookups
            if lookups == 0, record.streams == 0 { table.remove(number) }
            return lookups == 0
        }
    }

    /// Holds `numbers` for one more stream if all of them are known.
    func hold(_ numbers: some Collection<NodeNumber>) -> Bool {
        table.withLock { table in
            guard numbers.allSatisfy({ table.records[$0] != nil }) else { return false }
            for number in numbers {
                table.records[number]?.streams += 1
            }
            return true
        }
    }

    /// The stream that showed `numbers` is closed: drops those that no other shows and the kernel never took.
    func sweep(_ numbers: some Sequence<NodeNumber>) {
        table.withLock { table in
            for number in numbers {
                guard let record = table.records[number] else { continue }
                let streams = max(0, record.streams - 1)
                table.records[number]?.streams = streams
                if streams == 0, record.lookups == 0 { table.remove(number) }
            }
        }
    }

    /// The files we write in `directory` that the kernel holds.
    func files(of directory: DirectoryKey) -> [(number: NodeNumber, node: Node)] {
        table.withLock { table in
            table.records.compactMap { number, record in
                switch record.node {
                case .sidecar(_, _, directory), .generated(_, directory): (number, record.node)
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
            guard let number = table.photos[id], case .photo(let facts) = table.records[number]?.facts else {
                return nil
            }
            var changed = facts
            change(&changed)
            table.records[number]?.facts = .photo(changed)
            if changed.size != facts.size {
                table.records[number]?.isSizeOutdated = true
                table.records[number]?.sentBack = []
            }
            return changed.isTold(like: facts) ? nil : number
        }
    }

    /// The kernel takes the size that `number` has now.
    func sizeTold(_ number: NodeNumber) {
        table.withLock { table in
            if table.records[number]?.isSizeOutdated == true { table.records[number]?.isSizeOutdated = false }
        }
    }

    /// Whether the size that the kernel holds may be another one.
    func isSizeOutdated(_ number: NodeNumber) -> Bool {
        table.withLock { $0.records[number]?.isSizeOutdated == true }
    }

    /// Whether an OPEN may be sent back, so that the kernel looks the name up again and takes the true size. Once for a
    /// thread and a size: one that has no name to look up (/proc/self/fd) would never get it open.
    func mayLookAgain(_ number: NodeNumber, thread: Int32) -> Bool {
        table.withLock { table in
            guard let record = table.records[number], !record.sentBack.contains(thread) else { return false }
            table.records[number]?.sentBack.append(thread)
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
