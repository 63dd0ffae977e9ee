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

        /// While everything is looked at once more.
        var begunAnew: Facts {
            var facts = Facts()
            (facts.awayMounts, facts.trouble) = (awayMounts, trouble)
            return facts
        }

        /// Counts a folder as left out no longer.
        mutating func forget(leftOut path: [UInt8]) {
            if !unreadableFolders.isEmpty { unreadableFolders.remove(path) }
            if !ownMounts.isEmpty { ownMounts.remove(path) }
        }

        /// The same of all below a folder in which only these folders are.
        mutating func forget(leftOutBelow path: [UInt8], but folders: [[UInt8]]) {
            guard !unreadableFolders.isEmpty || !ownMounts.isEmpty else { return }
            let folders = Set(folders)
            func isGone(_ one: [UInt8]) -> Bool { one != path && one.isAt(path) && !one.isAt(oneOf: folders) }
            unreadableFolders = unreadableFolders.filter { !isGone($0) }
            ownMounts = ownMounts.filter { !isGone($0) }
        }
    }

    private struct State {
        var facts = Facts()
        var told: SourceChange?
        /// Whether the last change was given to who waits.
        var isGiven = false
        /// Photos that came back since then.
        var returned: Set<PhotoID> = []
    }

    private let state = Mutex(State())
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    var facts: Facts { state.withLock { $0.facts } }

    func update(_ change: (inout Facts) -> Void) {
        state.withLock { change(&$0.facts) }
    }

    /// Keeps a change until somebody takes it; several become one.
    ///
    /// - Parameters:
    ///   - change: What is new.
    ///   - returned: Photos that were not there, and are back: nobody is told any more that they are away or gone.
    func tell(_ change: SourceChange, returned: [PhotoID] = []) {
        state.withLock { state in
            state.returned.formUnion(returned)
            state.told = state.told?.without(Set(returned)).joined(with: change) ?? change
        }
        bell.continuation.yield()
    }

    /// The same of a change that was given and could not be shown.
    func tellAgain(_ change: SourceChange) {
        state.withLock { state in
            let change = change.without(state.returned)
            state.told = state.told.map { change.joined(with: $0) } ?? change
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
                    if state.isGiven { state.returned = [] }
                    return state.told.take()
                }
                if let change { return change }
            }
            return nil
        }
    }
}

extension SourceChange {
    fileprivate func joined(with later: SourceChange) -> SourceChange {
        let places = places.flatMap { one in later.places.map { one.union($0) } }
        let topics = topics.flatMap { one in later.topics.map { one.union($0) } }
        return SourceChange(
            places: places, topics: topics, away: away + later.away, gone: gone + later.gone,
            lengths: lengths.merging(later.lengths) { $1 })
    }

    /// The same, of other photos.
    fileprivate func without(_ photos: Set<PhotoID>) -> SourceChange {
        guard !photos.isEmpty else { return self }
        var rest = self
        rest.away.removeAll { photos.contains($0) }
        rest.gone.removeAll { photos.contains($0) }
        return rest
    }
}

/// How much of everything there is in a folder.
struct FolderCounts: Sendable {
    var photos = 0
    var positions = 0
    /// In `places/Unknown place/`.
    var placeless = 0
    var leftOut: [LeftOutReason: Int] = [:]
}

/// What `status` and `places --from` say of a folder.
struct FolderReport {
    let lines: [String]
    /// The same without what is going on.
    private(set) var found: [String] = []

    init(_ folder: String, _ facts: ScanState.Facts) {
        let counts = facts.counts
        func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
        let placed = counts.photos - counts.placeless
        var lines = [
            "\(folder): \(photos(counts.photos)), \(counts.positions) with a position, \(placed) in a place, "
                + "\(counts.placeless) in Unknown place"
        ]
        var left = LeftOutReason.allCases.compactMap { reason in
            counts.leftOut[reason].map { reason.words($0) }
        }
        func add(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { left.append("\(count) \(count == 1 ? one : many)") }
        }
        add(facts.refused, "refused entry of the zip file", "refused entries of the zip file")
        add(facts.unreadableFolders.count, "unreadable folder", "unreadable folders")
        add(facts.ownMounts.count, "mount of placesfs", "mounts of placesfs")
        if !left.isEmpty { lines.append("left out: " + left.joined(separator: ", ")) }
        found = lines
        if let offline = facts.offline {
            lines.append("not there: \(offline); it comes back by itself")
        } else if facts.isScanning {
            lines.append("being scanned: \(facts.looked) looked at so far")
        } else if let reason = facts.unwatched {
            lines.append("not watched for changes (\(reason)): placesfs refresh FOLDER looks again")
        } else {
            lines.append("watched for changes")
        }
        if !facts.awayMounts.isEmpty {
            let names = facts.awayMounts.map(\.pathText).joined(separator: ", ")
            lines.append("no disk in \(names); its photos come back with it")
        }
        if let trouble = facts.trouble { lines.append("its index cannot be written: \(trouble)") }
        self.lines = lines
    }
}
