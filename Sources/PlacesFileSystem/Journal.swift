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
