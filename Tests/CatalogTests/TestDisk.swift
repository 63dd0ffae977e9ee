import Foundation
import GRDB

/// A disk that fails, or waits, when a transaction is to be kept.
final class TestDisk: TransactionObserver, @unchecked Sendable {
    enum State {
        case sound
        case failing
        case stalled
    }

    private let condition = NSCondition()
    private var current = State.sound

    var state: State {
        get { condition.withLock { current } }
        set {
            condition.withLock {
                current = newValue
                condition.broadcast()
            }
        }
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws {
        try condition.withLock {
            while current == .stalled { condition.wait() }
            if current == .failing { throw DatabaseError(resultCode: .SQLITE_IOERR) }
        }
    }
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}
}
