import Catalog
import PhotoFetch
import PhotoTree
import Synchronization

/// The events of requests that are to be written down. A request appends an event and goes on; one service writes the
/// events in order.
final class Journal: Sendable {
    enum Event: Sendable {
        case mounted
        case dayBegan
        case learned(ImageKey, KnownFile)
        /// What was learnt of an image is no longer true.
        case forgot(ImageKey)
        case fetched(ImageKey)
        /// The bytes put into a photo, which readers may have seen already. They are to be written together with what
        /// else is learnt of the file; otherwise its next readers get other bytes.
        case embedded(EmbeddedDecision)
        case countedImages
        case gone(PhotoID)
        case updated(Photo)
        case viewed(PhotoID, Timestamp)
        /// From now on lengths of new photos are estimated so.
        case ruledSizes(SizeRule)
        /// The disk may have room again for what it refused before.
        case roomPerhaps
    }

    /// The events that could not be written down yet.
    let unwritten = Unwritten()
    private let table = Mutex(Table())
    private let bells: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    private struct Table {
        var events: [Event] = []
        var isFinished = false
    }

    /// The events of so short a time are written in one transaction: a photo's length, its fetch and its count come
    /// nearly at once.
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

    /// Hands the events to `write`, in order and several at a time, until `finish`. Cancelling the caller only finishes
    /// the journal. Events that came before are still handed over, in a task of its own, because a write to the catalog
    /// stops when its own task is cancelled.
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

    /// No more events are taken; those appended before are still handed to `write`.
    func finish() {
        table.withLock { $0.isFinished = true }
        bell.finish()
    }

    /// The callbacks of the photo fetcher. They update the tables and the kernel at once, before the callers that wait
    /// for the fetch go on.
    func fetchEvents(
        publishing tree: ShownTree, _ views: ViewRecorder, _ embedded: EmbeddedCredits,
        noting fetched: @escaping @Sendable (ImageKey) -> Void
    ) -> FetchEvents {
        FetchEvents(
            learned: { [self] key, file in
                if file.digest != nil { embedded.noteFetched(key) }
                tree.publishLength(of: key, file)
                append(.learned(key, file))
            },
            unlearned: { [self] key in
                tree.update(key) { $0.forgetFile() }
                append(.forgot(key))
            },
            fetched: { [self] key in
                fetched(key)
                append(.fetched(key))
            },
            lengthChanged: { photo, _ in
                embedded.forget(photo)
                if let number = tree.invalidatePages(of: photo) { views.invalidated(number) }
            },
            gone: { [self] in append(.gone($0)) },
            updated: { [self] in append(.updated($0)) })
    }

    /// The callbacks of the fetcher of small renditions. The tree is not told of their lengths: no file has them.
    func smallEvents(noting fetched: @escaping @Sendable (ImageKey) -> Void) -> FetchEvents {
        FetchEvents(
            learned: { [self] in append(.learned($0, $1)) },
            unlearned: { [self] in append(.forgot($0)) },
            fetched: { [self] key in
                fetched(key)
                append(.fetched(key))
            },
            gone: { [self] in append(.gone($0)) },
            updated: { [self] in append(.updated($0)) })
    }
}

/// The events that the disk of the state directory refused. They are kept in order until they are written, and only the
/// latest of each subject.
final class Unwritten: Sendable {
    /// What an event is about; a later event on the same subject replaces it.
    private enum Subject: Hashable {
        case learned(ImageKey), fetched(ImageKey), gone(PhotoID), updated(PhotoID), viewed(PhotoID)
        case ruledSizes(width: Int, first: NodeNumber)
    }

    private struct Table {
        var order: ArraySlice<Subject> = []
        var events: [Subject: Journal.Event] = [:]
        var learnt: [ImageKey: KnownFile] = [:]
    }

    /// If there are more events, the oldest are dropped. So many take some megabytes.
    private static let capacity = 20_000

    private let table = Mutex(Table())

    var isEmpty: Bool { table.withLock { $0.order.isEmpty } }

    /// What was learnt of `keys` and is not in the catalog yet.
    func learnt(of keys: [ImageKey]) -> [ImageKey: KnownFile] {
        table.withLock { table in
            guard !table.learnt.isEmpty else { return [:] }
            return Dictionary(keys.compactMap { key in table.learnt[key].map { (key, $0) } }) { first, _ in first }
        }
    }

    /// Keeps the event, or answers false if its kind is not worth keeping.
    @discardableResult
    func put(_ event: Journal.Event) -> Bool {
        guard let subject = Self.subject(of: event) else { return false }
        table.withLock { table in
            if table.events.updateValue(event, forKey: subject) == nil { table.order.append(subject) }
            switch event {
            case .learned(let key, let file): table.learnt[key] = file
            case .forgot(let key): table.learnt[key] = nil
            default: break
            }
            if table.order.count > Self.capacity { Self.removeFirst(from: &table) }
        }
        return true
    }

    /// The oldest event, which stays here until `wroteFirst`.
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
        case .learned(let key, _), .forgot(let key): .learned(key)
        case .fetched(let key): .fetched(key)
        case .gone(let photo): .gone(photo)
        case .updated(let photo): .updated(photo.id)
        case .viewed(let photo, _): .viewed(photo)
        case .ruledSizes(let rule): .ruledSizes(width: rule.width, first: rule.first)
        // A decision to embed stays in this daemon's memory; a later daemon makes the same bytes of the same words.
        case .embedded, .mounted, .dayBegan, .countedImages, .roomPerhaps: nil
        }
    }
}

extension CatalogError {
    /// Whether the same call may succeed later.
    var mayPass: Bool {
        switch self {
        case .full, .unwritable, .forbidden, .locked, .failed: true
        case .newerSchema, .foreign, .damaged, .numbersExhausted, .cancelled, .closed: false
        }
    }
}
