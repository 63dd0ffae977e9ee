internal import GRDB
internal import PhotoTree
internal import Synchronization

/// The numbers of directories that were given out while the disk took nothing.
final class UnwrittenNumbers: Sendable {
    private let table = Mutex<[DirectoryKey: NodeNumber]>([:])

    var numbers: [DirectoryKey: NodeNumber] { table.withLock { $0 } }

    func add(_ numbers: [DirectoryKey: NodeNumber]) {
        table.withLock { $0.merge(numbers) { first, _ in first } }
    }

    /// Writes them down in a transaction that writes something else, and answers which were taken.
    func write(_ db: Database) throws -> [DirectoryKey: NodeNumber] {
        var written: [DirectoryKey: NodeNumber] = [:]
        for (key, number) in numbers {
            // What this does not take may still take the rest.
            try? db.inSavepoint {
                try DirectoryRecord.adopt(number, of: key, db)
                written[key] = number
                return .commit
            }
        }
        return written
    }

    /// The transaction was taken.
    func wrote(_ numbers: [DirectoryKey: NodeNumber]) {
        guard !numbers.isEmpty else { return }
        table.withLock { table in
            for key in numbers.keys { table[key] = nil }
        }
    }
}
