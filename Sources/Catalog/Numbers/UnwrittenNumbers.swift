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

    /// Writes them down in a transaction that writes something else.
    func write(_ db: Database) throws -> [DirectoryKey: NodeNumber] {
        let numbers = self.numbers
        for (key, number) in numbers { try DirectoryRecord.adopt(number, of: key, db) }
        return numbers
    }

    /// The transaction was taken.
    func wrote(_ numbers: [DirectoryKey: NodeNumber]) {
        guard !numbers.isEmpty else { return }
        table.withLock { table in
            for key in numbers.keys { table[key] = nil }
        }
    }
}
