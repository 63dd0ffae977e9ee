internal import GRDB
internal import Synchronization

/// Rows that callers were told of before the rows were written. They are written next, before anything else is; those
/// that the disk does not take, with the first change that it takes.
final class RowsBehind: Sendable {
    typealias Row = @Sendable (Database) throws -> Void

    private let rows = Mutex<[Row]>([])

    /// Whether all is written that callers were told of.
    var isEmpty: Bool { rows.withLock(\.isEmpty) }

    func add(_ row: @escaping Row) {
        rows.withLock { $0.append(row) }
    }

    /// Writes them in the transaction of `db`, in the order in which callers were told.
    func write(_ db: Database) throws {
        let told = rows.withLock { $0 }
        guard !told.isEmpty else { return }
        for row in told {
            do {
                try db.inSavepoint {
                    try row(db)
                    return .commit
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                // It contradicts what is stored, so it never can be written, and must not hold up what follows.
            }
        }
        // On the writer's thread, before the next transaction.
        db.afterNextTransaction { _ in self.rows.withLock { $0.removeFirst(told.count) } }
    }
}
