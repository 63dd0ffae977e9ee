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
        var unreadableFolders: Set<[UInt8]> = []
        /// Folders whose disks are not there.
        var awayMounts: [[UInt8]] = []
        /// Entries of a zip file with which something is wrong.
        var refused = 0
        /// Mounts of this program in the folder.
        var ownMounts: Set<[UInt8]> = []
        /// The index could not be written.
        var trouble: String?
    }

    private struct State {
        var facts = Facts()
        var told: SourceChange?
        /// Whether the last change was given to who waits.
        var isGiven = false
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
                places: places, topics: topics, away: before.away + change.away, gone: before.gone + change.gone,
                lengths: before.lengths.merging(change.lengths) { $1 })
        }
        bell.continuation.yield()
    }

    /// What changed, as it comes; ends when nobody waits for it any more. Who asks for the next has shown the last:
    /// then, if there is no other, `shown` is called.
    func changes(shown: @escaping @Sendable () async -> Void) -> AsyncStream<SourceChange> {
        AsyncStream { [self] in
            let isShown = state.withLock { state in
                defer { state.isGiven = false }
                return state.isGiven && state.told == nil
            }
            if isShown { await shown() }
            for await _ in bell.stream {
                let change = state.withLock { state in
                    state.isGiven = state.told != nil
                    return state.told.take()
                }
                if let change { return change }
            }
            return nil
        }
    }
}
