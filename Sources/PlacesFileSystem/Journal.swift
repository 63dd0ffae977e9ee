import PhotoFetch
import PhotoTree

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
    private let events: AsyncStream<Event>
    private let input: AsyncStream<Event>.Continuation

    init() {
        (events, input) = AsyncStream.makeStream()
    }

    func append(_ event: Event) {
        input.yield(event)
    }

    /// Hands each event to `write`, in order, until `finish`. Cancelling the caller only finishes the journal: what came
    /// before is still worked off, in a task of its own, because a write to the catalog heeds the cancellation of its task.
    func workOff(
        _ write: @escaping @Sendable (Event) async -> Void, atEnd: @escaping @Sendable () async -> Void
    ) async {
        let work = Task { [events] in
            for await event in events { await write(event) }
            await atEnd()
        }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            finish()
        }
    }

    /// No event follows; those that came before are still worked off.
    func finish() {
        input.finish()
    }

    /// What the fetcher reports to. Tables and kernel learn at once, before those who wait for the fetch go on.
    func fetchEvents(
        settling tree: ShownTree, _ views: ViewRecorder, _ embedded: EmbeddedCredits,
        noting fetched: @escaping @Sendable (ImageKey) -> Void
    ) -> FetchEvents {
        FetchEvents(
            learned: { [input] key, file in
                if file.digest != nil { embedded.noteFetched(key) }
                tree.settle(key, file)
                input.yield(.learned(key, file))
            },
            fetched: { [input] key in
                fetched(key)
                input.yield(.fetched(key))
            },
            lengthChanged: { photo, _ in
                embedded.forget(photo)
                if let number = tree.dropPages(of: photo) { views.invalidated(number) }
            },
            gone: { [input] in input.yield(.gone($0)) },
            updated: { [input] in input.yield(.updated($0)) })
    }

    /// What the fetcher of small renditions reports to: their lengths are nobody's but theirs.
    func thumbnailEvents(noting fetched: @escaping @Sendable (ImageKey) -> Void) -> FetchEvents {
        FetchEvents(
            learned: { [input] in input.yield(.learned($0, $1)) },
            fetched: { [input] key in
                fetched(key)
                input.yield(.fetched(key))
            },
            gone: { [input] in input.yield(.gone($0)) },
            updated: { [input] in input.yield(.updated($0)) })
    }
}
