import PhotoTree
import Synchronization

/// What stat(2) needs of each photo that a listing in memory shows or that the kernel holds. A photo has one row,
/// which listings and inodes share: what is learnt of it is written once, and all show it. A row lives for as long as
/// anything shows it.
///
/// Rows are changed by `InodeTable.updatePhoto` alone, under its lock: it knows at the same moment what the kernel holds.
final class PhotoTable: Sendable {
    final class Row: Sendable {
        private let state: Mutex<(facts: PhotoFacts, number: NodeNumber?)>

        init(_ facts: PhotoFacts) {
            state = Mutex((facts, nil))
        }

        var facts: PhotoFacts { state.withLock { $0.facts } }

        /// The photo's inode number while the kernel holds it.
        var number: NodeNumber? {
            get { state.withLock { $0.number } }
            set { state.withLock { $0.number = newValue } }
        }

        /// For `InodeTable` alone.
        ///
        /// - Returns: The facts before and after.
        func update(_ change: (inout PhotoFacts) -> Void) -> (before: PhotoFacts, after: PhotoFacts) {
            state.withLock { state in
                let before = state.facts
                change(&state.facts)
                return (before, state.facts)
            }
        }
    }

    private struct Reference {
        weak var row: Row?
    }

    private struct Table {
        var references: [PhotoID: Reference] = [:]
        /// Beyond this number the references to rows that nothing shows any more are removed.
        var limit = 1024

        mutating func insert(_ facts: PhotoFacts) -> Row {
            if references.count >= limit {
                references = references.filter { $0.value.row != nil }
                limit = max(1024, 2 * references.count)
            }
            let row = Row(facts)
            references[facts.id] = Reference(row: row)
            return row
        }
    }

    private let table = Mutex(Table())

    func row(of photo: PhotoID) -> Row? {
        table.withLock { $0.references[photo]?.row }
    }

    /// The photo's row; a new one with `facts` where there is none.
    ///
    /// - Returns: The row, and whether it is new.
    func row(for facts: PhotoFacts) -> (row: Row, isNew: Bool) {
        table.withLock { table in
            if let row = table.references[facts.id]?.row { return (row, false) }
            return (table.insert(facts), true)
        }
    }
}
