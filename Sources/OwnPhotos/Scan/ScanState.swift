internal import PhotoTree
internal import Synchronization

/// How far the scan is, for everybody who asks.
final class ScanState: Sendable {
    struct Facts: Sendable {
        var counts = FolderCounts()
        /// Files that were looked at in this pass.
        var looked = 0
        var isScanning = true
        /// Why the folder cannot be read; nil while it can.
        var offline: String?
        /// Why changes are not seen by themselves; nil while they are.
        var unwatched: String?
        var unreadableFolders = 0
        /// Mounts of this program in the folder.
        var ownMounts = 0
        /// The index could not be written.
        var trouble: String?
    }

    private struct State {
        var facts = Facts()
        var told: SourceChange?
        var isEnded = false
    }

    private let state = Mutex(State())
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    var facts: Facts { state.withLock { $0.facts } }

    func update(_ change: (inout Facts) -> Void) {
        state.withLock { change(&$0.facts) }
    }

    /// Keeps a change until somebody takes it; several become one.
    func tell(_ change: SourceChange) {
        state.withLock { state in
            guard let before = state.told else {
                state.told = change
                return
            }
            let places = before.places.flatMap { one in change.places.map { one.union($0) } }
            let topics = before.topics.flatMap { one in change.topics.map { one.union($0) } }
            state.told = SourceChange(
                places: places, topics: topics, gone: before.gone + change.gone,
                lengths: before.lengths.merging(change.lengths) { $1 })
        }
        bell.continuation.yield()
    }

    /// What changed, as it comes; ends when nobody waits for it any more.
    var changes: AsyncStream<SourceChange> {
        AsyncStream { [self] in
            for await _ in bell.stream {
                if let change = state.withLock({ $0.told.take() }) { return change }
            }
            return nil
        }
    }
}
