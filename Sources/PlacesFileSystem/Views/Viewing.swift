/// What counts as a view, decided by times alone.
///
/// A look at a photo counts at once. It is taken back when its process turns out to go through one photo after the
/// other: more than three other photos within two seconds mean copying, or a folder whose icons a program draws in its
/// own process. The seconds are on the reader's own clock, which stands still while the reader waits for us, so that a
/// copy over a slow network does not look like a slide show.
///
/// Viewers read the neighbours of the shown photo in the same seconds. If a process was started with a photo, that
/// photo is a view whatever else the process reads, and what it reads within two seconds of that is none. Of a burst of
/// few photos the last is a view, if the process goes on and is quiet after it.
struct Viewing: Sendable {
    /// Seconds of a clock that never jumps.
    typealias Instant = Duration

    /// One look at a photo, open until nothing can take it back.
    struct Look: Hashable, Sendable {
        var id: Int
        var photo: UInt64
        fileprivate var process: Int32
        fileprivate var thread: Int32
        fileprivate var at: Instant
        fileprivate var own: Duration
        /// False from the start, or once the look was taken back; the look still counts against its neighbours.
        fileprivate(set) var counts = true
        fileprivate var manner = Manner.viewer
    }

    /// What is known of the process that looks.
    enum Manner: Hashable, Sendable {
        case viewer
        /// The process was started with this photo and no other: nothing takes the look back.
        case named
        /// The process copies, or shows folders: its looks count only when nothing has spoken against them.
        case handler
    }

    /// More photos in two seconds than a person looks at, and all photos after them until there are two quiet seconds.
    private struct Burst {
        /// At most one more than a viewer may read.
        var photos: Set<UInt64>
        var last: Look
        var mayBeViewer: Bool

        var isViewers: Bool { mayBeViewer && photos.count <= Viewing.largestBurst }
    }

    /// What a look changed.
    enum Change: Hashable, Sendable {
        case counted(id: Int)
        case retracted(id: Int)
    }

    static let window = Duration.seconds(2)
    static let mostOthers = 3
    /// A viewer reads a few neighbours; a process that reads more draws a folder's icons, or copies.
    static let largestBurst = 8

    private struct Reader {
        var waiting = 0
        var since: Instant = .zero
        var waited: Duration = .zero
    }

    private var readers: [Int32: Reader] = [:]
    private var looks: [Look] = []
    /// By process.
    private var bursts: [Int32: Burst] = [:]
    private var lastID = 0

    /// We begin to answer a request of `thread`.
    mutating func began(_ thread: Int32, at now: Instant) {
        var reader = readers[thread] ?? Reader()
        if reader.waiting == 0 { reader.since = now }
        reader.waiting += 1
        readers[thread] = reader
    }

    /// The request was answered.
    mutating func ended(_ thread: Int32, at now: Instant) {
        guard var reader = readers[thread] else { return }
        reader.waiting = max(0, reader.waiting - 1)
        if reader.waiting == 0 { reader.waited += now - reader.since }
        readers[thread] = reader
        // Kept while looks are open: what this thread waited for may be a neighbour of what another thread looked at.
        if reader.waiting == 0, isIdle { readers[thread] = nil }
    }

    /// A process looked at a photo. A second look replaces the first while that is open: a program that opens one photo
    /// over and over leaves one look.
    mutating func looked(
        at photo: UInt64, by process: Int32, thread: Int32, as manner: Manner = .viewer, at now: Instant
    ) -> (look: Look, changes: [Change]) {
        lastID += 1
        var look = Look(
            id: lastID, photo: photo, process: process, thread: thread, at: now, own: ownTime(of: thread, at: now),
            counts: manner != .handler, manner: manner)
        var changes: [Change] = []
        looks.removeAll { before in
            guard before.process == process, before.photo == photo else { return false }
            if before.counts { changes.append(.retracted(id: before.id)) }
            return true
        }
        looks.append(look)
        let isInBurst = noteBurst(look)
        for index in looks.indices where looks[index].process == process && looks[index].manner != .named {
            // A look that no longer counts cannot be taken back.
            guard looks[index].counts || looks[index].manner == .handler else { continue }
            let isOfBurst = isInBurst && looks[index].id == look.id
            guard isOfBurst || isTooMany(around: looks[index]) || isNeighbour(looks[index]) else { continue }
            // A handler's look that has not counted yet never will.
            if looks[index].manner == .handler { looks[index].manner = .viewer }
            guard looks[index].counts else { continue }
            looks[index].counts = false
            if looks[index].id == look.id {
                look.counts = false
            } else {
                changes.append(.retracted(id: looks[index].id))
            }
        }
        if look.counts { changes.append(.counted(id: look.id)) }
        forgetOldest(of: thread, in: process)
        return (look, changes)
    }

    /// Whether a look is part of a burst; it may have begun that burst.
    private mutating func noteBurst(_ look: Look) -> Bool {
        if var burst = bursts[look.process], !isOver(burst.last, at: look.at) {
            if burst.photos.count <= Self.largestBurst { burst.photos.insert(look.photo) }
            burst.mayBeViewer = burst.mayBeViewer && look.manner == .viewer
            burst.last = look
            bursts[look.process] = burst
            return true
        }
        guard isTooMany(around: look) else { return false }
        let mates = looks.filter { $0.process == look.process }
        bursts[look.process] = Burst(
            photos: Set(mates.map(\.photo)), last: look, mayBeViewer: mates.allSatisfy { $0.manner == .viewer })
        return true
    }

    /// Keeps only the latest looks of a thread that goes through thousands of photos: as many as it takes to speak
    /// against another look, and one more, whose photo may be looked at next.
    private mutating func forgetOldest(of thread: Int32, in process: Int32) {
        var silent = looks.count { $0.process == process && $0.thread == thread && !$0.counts }
        looks.removeAll { look in
            guard silent > Self.mostOthers + 2, look.process == process, look.thread == thread, !look.counts else {
                return false
            }
            silent -= 1
            return true
        }
    }

    /// The looks that nothing can take back any more; they are forgotten here. `stays` tells whether a process goes on;
    /// it is asked about processes that read a burst of few photos and then none.
    mutating func decide(at now: Instant, stays: (Int32) -> Bool = { _ in false }) -> [Look] {
        for index in looks.indices where looks[index].manner == .handler && isOver(looks[index], at: now) {
            looks[index].counts = true
            looks[index].manner = .viewer
        }
        let decided = looks.filter { isOver($0, at: now) }
        let shown = lastOfBursts(at: now, stays: stays)
        // A look speaks against the looks after it for one more window.
        looks = looks.filter { !isOver($0, at: now, windows: 2) }
        let open = Set(looks.map(\.thread) + bursts.values.map(\.last.thread))
        readers = readers.filter { $0.value.waiting > 0 || open.contains($0.key) }
        let confirmed = decided.filter(\.counts)
        for look in confirmed {
            guard let index = looks.firstIndex(where: { $0.id == look.id }) else { continue }
            looks[index].counts = false
        }
        return confirmed + shown
    }

    /// The photos that viewers show now: they went through a few photos and rest at the last.
    private mutating func lastOfBursts(at now: Instant, stays: (Int32) -> Bool) -> [Look] {
        var shown: [Look] = []
        for (process, burst) in bursts where isOver(burst.last, at: now) {
            bursts[process] = nil
            if burst.isViewers, stays(process) { shown.append(burst.last) }
        }
        return shown.sorted { $0.id < $1.id }
    }

    /// The processes that `decide` asks about at that time.
    func restingViewers(at now: Instant) -> [Int32] {
        bursts.filter { $0.value.isViewers && isOver($0.value.last, at: now) }.map(\.key)
    }

    /// Everything still open counts: no process reads any more.
    mutating func decideAll() -> [Look] {
        defer {
            looks = []
            bursts = [:]
        }
        return looks.filter(\.counts)
    }

    /// The looks that may still become views.
    var open: Set<Int> {
        Set(looks.filter { $0.counts || $0.manner == .handler }.map(\.id)).union(bursts.values.map(\.last.id))
    }

    /// Whether there is nothing to decide.
    var isIdle: Bool { looks.isEmpty && bursts.isEmpty }

    /// Whether there are two seconds around `look` with too many other photos, on the wall clock or on the reader's own
    /// clock.
    private func isTooMany(around look: Look) -> Bool {
        let mates = looks.filter { $0.process == look.process }
        let own = mates.filter { $0.thread == look.thread }
        return isTooMany(mates.map { ($0.photo, $0.at) }, around: look.photo, at: look.at)
            || isTooMany(own.map { ($0.photo, $0.own) }, around: look.photo, at: look.own)
    }

    private func isTooMany(_ looks: [(photo: UInt64, at: Duration)], around photo: UInt64, at time: Duration) -> Bool {
        let near = looks.filter { $0.at >= time - Self.window && $0.at <= time + Self.window }
        return near.contains { first in
            guard first.at <= time else { return false }
            let others = near.filter { $0.photo != photo && $0.at >= first.at && $0.at <= first.at + Self.window }
            return Set(others.map(\.photo)).count > Self.mostOthers
        }
    }

    /// Whether the photo was read at about the time when its process read the photo that it was started with. If
    /// another thread waited for the photo, the time when that wait began counts.
    private func isNeighbour(_ look: Look) -> Bool {
        looks.contains { named in
            guard named.process == look.process, named.manner == .named else { return false }
            let gaps = [look.at - named.at, look.own - (look.thread == named.thread ? named.own : named.at)]
            return gaps.contains { $0 >= .zero - Self.window && $0 <= Self.window }
        }
    }

    private func isOver(_ look: Look, at now: Instant, windows: Int = 1) -> Bool {
        let patience = Self.window * windows
        return now - look.at > patience && ownTime(of: look.thread, at: now) - look.own > patience
    }

    private func ownTime(of thread: Int32, at now: Instant) -> Duration {
        guard let reader = readers[thread] else { return now }
        let waiting = reader.waiting > 0 ? now - reader.since : .zero
        return now - reader.waited - waiting
    }
}
