import Catalog
import PhotoTree
import Synchronization

/// What was learnt while the state's disk took nothing: kept in order until it is written, the latest of each photo.
final class Unwritten: Sendable {
    /// What an event is about; a later one of the same replaces it.
    private enum Subject: Hashable {
        case learned(ImageKey), fetched(ImageKey), gone(PhotoID), updated(PhotoID), viewed(PhotoID)
    }

    private struct Table {
        var order: ArraySlice<Subject> = []
        var events: [Subject: Journal.Event] = [:]
        var learnt: [ImageKey: LearntFile] = [:]
    }

    /// Of more, the oldest are forgotten: some megabytes.
    private static let capacity = 20_000

    private let table = Mutex(Table())

    var isEmpty: Bool { table.withLock { $0.order.isEmpty } }

    /// What was learnt of `keys` and is in no catalog yet.
    func learnt(of keys: [ImageKey]) -> [ImageKey: LearntFile] {
        table.withLock { table in
            guard !table.learnt.isEmpty else { return [:] }
            return Dictionary(keys.compactMap { key in table.learnt[key].map { (key, $0) } }) { first, _ in first }
        }
    }

    /// False for what is not worth keeping.
    @discardableResult
    func keep(_ event: Journal.Event) -> Bool {
        guard let subject = Self.subject(of: event) else { return false }
        table.withLock { table in
            if table.events.updateValue(event, forKey: subject) == nil { table.order.append(subject) }
            if case .learned(let key, let file) = event { table.learnt[key] = file }
            if table.order.count > Self.capacity { Self.removeFirst(from: &table) }
        }
        return true
    }

    /// The oldest, which stays until it is `written`.
    var first: Journal.Event? {
        table.withLock { table in table.order.first.flatMap { table.events[$0] } }
    }

    func wroteFirst() {
        table.withLock { table in Self.removeFirst(from: &table) }
    }

    private static func removeFirst(from table: inout Table) {
        guard let subject = table.order.popFirst() else { return }
        table.events[subject] = nil
        if case .learned(let key) = subject { table.learnt[key] = nil }
    }

    private static func subject(of event: Journal.Event) -> Subject? {
        switch event {
        case .learned(let key, _): .learned(key)
        case .fetched(let key): .fetched(key)
        case .gone(let photo): .gone(photo)
        case .updated(let photo): .updated(photo.id)
        case .viewed(let photo, _): .viewed(photo)
        case .mounted, .dayPassed, .countedImages, .roomPerhaps: nil
        }
    }
}

extension CatalogError {
    /// The same call may succeed later.
    var mayPass: Bool {
        switch self {
        case .full, .unwritable, .locked, .failed: true
        case .newerSchema, .foreign, .damaged, .numbersExhausted, .cancelled, .closed: false
        }
    }
}
