import FUSE
import LinuxProcess
import PhotoTree
import Synchronization
import Waiting

/// Tells views from other reads, and keeps the list of the photos viewed last. The list in memory changes at once, for
/// the next listing of it; `Housekeeping` and `Recents` write it to disk soon after.
final class ViewRecorder: Sendable {
    private struct State {
        var viewing = Viewing()
        var recents = RecentPhotos([])
        /// For each open look: its photo, its time on the wall clock, and whether it has counted. If a look that has
        /// counted fell off the list, it stays off it.
        var looks: [Int: (photo: PhotoID, at: Timestamp, counts: Bool)] = [:]
        var served: [NodeNumber: ServedRanges] = [:]
        var isChanged = false
        var isFinished = false

        private static let mostLooks = 64

        /// Forgets the looks that can no longer become views.
        mutating func forgetLooks() {
            // Not at each look: a reader of thousands of photos has few open looks, and pays once for many.
            guard looks.count > Self.mostLooks else { return }
            let open = viewing.open
            looks = looks.filter { open.contains($0.key) }
        }
    }

    private let state = Mutex(State())
    private let time: ElapsedClock
    private let now: @Sendable () -> Timestamp
    private let viewer: UInt32?
    private let thumbnailers: ThumbnailerPolicy
    private let callers: Callers
    private let bell: AsyncStream<Void>.Continuation
    /// Told when there is something to decide.
    let rings: AsyncStream<Void>

    /// `clock` must not jump; `now` is the wall clock. Only reads of the user `viewer` can be views, and reads of
    /// `thumbnailers` cannot.
    init(
        _ callers: Callers, clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp, viewer: UInt32?,
        thumbnailers: ThumbnailerPolicy = .standard
    ) {
        self.callers = callers
        self.viewer = viewer
        self.thumbnailers = thumbnailers
        time = ElapsedClock(clock)
        self.now = now
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: What readers do

    /// Runs `answer`; the reader's own clock stands still meanwhile.
    func whileWaiting<Value, Failure: Error>(
        _ caller: Caller, _ answer: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        state.withLock { $0.viewing.began(caller.threadID, at: time.elapsed) }
        defer { state.withLock { $0.viewing.ended(caller.threadID, at: time.elapsed) } }
        return try await answer()
    }

    /// An OPEN was answered. If the kernel holds the photo in its page cache, no later request of the reader may be
    /// seen. `find` answers the photo at a path below the mountpoint, as far as that is in memory.
    func opened(
        _ photo: PhotoID, _ number: NodeNumber, length: Int64, by caller: Caller, finding find: (String) -> PhotoID?
    ) {
        guard state.withLock({ $0.served[number]?.isHalf(of: length) == true }) else { return }
        look(at: photo, number, by: caller, finding: find)
    }

    /// A READ of `range` was answered through `handle`.
    func read(
        _ handle: ViewedHandle, _ photo: PhotoID, _ number: NodeNumber, _ range: Range<Int64>, length: Int64,
        by caller: Caller, finding find: (String) -> PhotoID?
    ) {
        guard !range.isEmpty else { return }
        state.withLock { $0.served[number, default: ServedRanges()].insert(range) }
        guard handle.reachedHalf(of: length, with: range) else { return }
        look(at: photo, number, by: caller, finding: find)
    }

    /// Pages of the photo entered the page cache without a read of a program: a reader that finds them there is only
    /// seen to open the photo.
    func filledCache(_ number: NodeNumber, _ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        state.withLock { $0.served[number, default: ServedRanges()].insert(range) }
    }

    /// The kernel no longer holds any pages of the photo.
    func invalidated(_ number: NodeNumber) {
        state.withLock { state in
            guard !state.served.isEmpty else { return }
            state.served[number] = nil
        }
    }

    private func look(
        at photo: PhotoID, _ number: NodeNumber, by caller: Caller, finding find: (String) -> PhotoID?
    ) {
        guard caller.userID == viewer else { return }
        let process = callers.process(of: caller)
        guard !KnownPrograms.looksForItself(process.program), !thumbnailers.names(process) else { return }
        let manner = manner(of: process, lookingAt: photo, finding: find)
        state.withLock { state in
            let (look, changes) = state.viewing.looked(
                at: number.rawValue, by: process.id, thread: caller.threadID, as: manner, at: time.elapsed)
            state.looks[look.id] = (photo, now(), false)
            for change in changes {
                switch change {
                case .counted(let id):
                    state.recents.view(photo, by: id)
                    state.looks[id]?.counts = true
                case .retracted(let id):
                    state.recents.retract(id)
                    state.looks[id]?.counts = false
                }
            }
            state.forgetLooks()
            state.isChanged = state.isChanged || !changes.isEmpty
        }
        bell.yield()
    }

    private func manner(
        of process: CallingProcess, lookingAt photo: PhotoID, finding find: (String) -> PhotoID?
    ) -> Viewing.Manner {
        if KnownPrograms.handlesFiles(process.program) { return .handler }
        guard let named = callers.photo(namedFor: process) else { return .viewer }
        return find(named) == photo ? .named : .viewer
    }

    // MARK: The list

    /// Starts with the stored list, newest first.
    func begin(with stored: [PhotoID]) {
        state.withLock { $0.recents = RecentPhotos(stored) }
    }

    /// How many photos `recents/` lists, whether or not it is in memory.
    var count: Int { state.withLock { $0.recents.shown.count } }

    /// The list, if it changed since it was last taken.
    func takeChange() -> [PhotoID]? {
        state.withLock { state in
            guard state.isChanged else { return nil }
            state.isChanged = false
            return state.recents.shown
        }
    }

    /// The list could not be written, and must be taken again.
    func returnChange() {
        state.withLock { $0.isChanged = true }
    }

    func remove(_ photo: PhotoID) {
        state.withLock { state in
            state.recents.remove(photo)
            state.looks = state.looks.filter { $0.value.photo != photo }
        }
    }

    /// When a photo was last looked at, if that look may still be taken back.
    func lookedAt(_ photo: PhotoID) -> Timestamp? {
        state.withLock { state in
            state.looks.filter { $0.value.photo == photo && state.recents.isOpen($0.key) }.map(\.value.at).max()
        }
    }

    /// The views that nothing can take back any more, with their times.
    func decide(all: Bool = false) -> [PhotoID: Timestamp] {
        let now = time.elapsed
        // /proc is read outside the lock, because every READ of a photo takes the lock.
        let going = Set(state.withLock { $0.viewing.restingViewers(at: now) }.filter(CallingProcess.goesOn))
        return state.withLock { state in
            let decided = all ? state.viewing.decideAll() : state.viewing.decide(at: now, stays: going.contains)
            var views: [PhotoID: Timestamp] = [:]
            for look in decided {
                guard let known = state.looks.removeValue(forKey: look.id) else { continue }
                if !known.counts {
                    state.recents.view(known.photo, by: look.id)
                    state.isChanged = true
                }
                state.recents.confirm(look.id)
                views[known.photo] = max(views[known.photo] ?? known.at, known.at)
            }
            state.forgetLooks()
            return views
        }
    }

    /// Whether nothing is to be decided now: there are no looks, or the end will decide all of them.
    var isIdle: Bool {
        state.withLock { $0.isFinished || $0.viewing.isIdle }
    }

    /// No more looks follow.
    func finish() {
        state.withLock { $0.isFinished = true }
        bell.finish()
    }
}

/// What was read through one handle, and whether that has already made a view.
final class ViewedHandle: Sendable {
    private struct State {
        var ranges = ServedRanges()
        var isViewed = false
    }

    private let state = Mutex(State())

    /// True exactly once: for the read that completes half of the photo.
    func reachedHalf(of length: Int64, with range: Range<Int64>) -> Bool {
        state.withLock { state in
            guard !state.isViewed else { return false }
            state.ranges.insert(range)
            state.isViewed = state.ranges.isHalf(of: length)
            return state.isViewed
        }
    }
}

/// Which bytes of a file have been served, precise enough to tell whether at least half of them have.
struct ServedRanges: Hashable, Sendable {
    /// In order, none touching another.
    private var ranges: [Range<Int64>] = []
    private(set) var count: Int64 = 0

    /// A reader with more ranges than this is not looking at the photo; its smallest range is forgotten.
    private static let capacity = 64

    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        // Readers go forward, so nearly every range goes to the end.
        var first = ranges.endIndex
        while first > 0, ranges[first - 1].upperBound >= range.lowerBound {
            first -= 1
        }
        var last = first
        var merged = range
        while last < ranges.endIndex, ranges[last].lowerBound <= range.upperBound {
            merged = min(merged.lowerBound, ranges[last].lowerBound)..<max(merged.upperBound, ranges[last].upperBound)
            count -= Int64(ranges[last].count)
            last += 1
        }
        ranges.replaceSubrange(first..<last, with: [merged])
        count += Int64(merged.count)
        if ranges.count > Self.capacity, let smallest = ranges.indices.min(by: { ranges[$0].count < ranges[$1].count })
        {
            count -= Int64(ranges[smallest].count)
            ranges.remove(at: smallest)
        }
    }

    /// Whether at least half of `length` bytes have been served.
    func isHalf(of length: Int64) -> Bool {
        length > 0 && count * 2 >= length
    }
}
