import Catalog
import PhotoFetch
import PhotoTree
import Synchronization

/// What happened beneath a request and is to be written down: the requests go on, one service works it off in order.
final class Journal: Sendable {
    enum Event: Sendable {
        case mounted
        case dayPassed
        case learned(ImageKey, LearntFile)
        case fetched(ImageKey)
        /// Bytes that readers may have seen: with what else is learnt of the file, or its next readers see others.
        case embedded(EmbeddedDecision)
        case countedImages
        case gone(PhotoID)
        case updated(Photo)
        case viewed(PhotoID, Timestamp)
        /// The disk may take again what it did not.
        case roomPerhaps
    }

    /// What could not be written down yet.
    let unwritten = Unwritten()
    private let table = Mutex(Table())
    private let bells: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    private struct Table {
        var events: [Event] = []
        var isFinished = false
    }

    /// What comes in so short a time is written in one transaction: a photo is learnt of, fetched and counted at once.
    private static let gathering = Duration.milliseconds(5)

    init() {
        (bells, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func append(_ event: Event) {
        let isFirst = table.withLock { table in
            guard !table.isFinished else { return false }
            table.events.append(event)
            return table.events.count == 1
        }
        if isFirst { bell.yield() }
    }

    /// Hands the events to `write`, in order and some at a time, until `finish`. Cancelling the caller only finishes the
    /// journal: what came before is still worked off, in a task of its own, because a write to the catalog heeds the
    /// cancellation of its task.
    func workOff(
        _ write: @escaping @Sendable ([Event]) async -> Void, atEnd: @escaping @Sendable () async -> Void
    ) async {
        let work = Task { [self] in
            for await _ in bells {
                try? await ContinuousClock().sleep(for: Self.gathering)
                await write(taken())
            }
            await write(taken())
            await atEnd()
        }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            finish()
        }
    }

    private func taken() -> [Event] {
        table.withLock { table in
            defer { table.events = [] }
            return table.events
        }
    }

    /// No event follows; those that came before are still worked off.
    func finish() {
        table.withLock { $0.isFinished = true }
        bell.finish()
    }

    /// What the fetcher reports to. Tables and kernel learn at once, before those who wait for the fetch go on.
    func fetchEvents(
        settling tree: ShownTree, _ views: ViewRecorder, _ embedded: EmbeddedCredits,
        noting fetched: @escaping @Sendable (ImageKey) -> Void
    ) -> FetchEvents {
        FetchEvents(
            learned: { [self] key, file in
                if file.digest != nil { embedded.noteFetched(key) }
                tree.settle(key, file)
                append(.learned(key, file))
            },
            fetched: { [self] key in
                fetched(key)
                append(.fetched(key))
            },
            lengthChanged: { photo, _ in
                embedded.forget(photo)
                if let number = tree.dropPages(of: photo) { views.invalidated(number) }
            },
            gone: { [self] in append(.gone($0)) },
            updated: { [self] in append(.updated($0)) })
    }

    /// What the fetcher of small renditions reports to: their lengths are nobody's but theirs.
    func thumbnailEvents(noting fetched: @escaping @Sendable (ImageKey) -> Void) -> FetchEvents {
        FetchEvents(
            learned: { [self] in append(.learned($0, $1)) },
            fetched: { [self] key in
                fetched(key)
                append(.fetched(key))
            },
            gone: { [self] in append(.gone($0)) },
            updated: { [self] in append(.updated($0)) })
    }
}

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
        // In the memory of this daemon alone: the same words make the same bytes.
        case .embedded, .mounted, .dayPassed, .countedImages, .roomPerhaps: nil
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
