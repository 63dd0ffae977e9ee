import HTTP
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// When the source last confirmed each photo, and the questions to it about photos that were not confirmed for long.
/// There is one question per photo, however many callers wait for it, and no question for a while to a source that did
/// not answer.
final class Confirmations: Sendable {
    enum Verdict: Sendable {
        /// The photo as it is now.
        case there(Photo)
        /// The photo is gone or private, and has been removed from everything here.
        case gone
        /// The source could not be reached, or not in time.
        case silence
        /// The source was reached and failed.
        case failure
        /// The task that asked was cancelled.
        case interrupted
    }

    typealias Question = @Sendable () async -> Verdict

    private struct Table {
        /// Some 100 bytes each; those that are evicted are in the catalog.
        var moments = RecentlyUsed<ImageKey, Timestamp>(capacity: 4096)
        var questions: [PhotoID: Reply<Verdict>] = [:]
        var tasks: [PhotoID: Task<Void, Never>] = [:]
        var isShutDown = false
        /// The source is asked about no photo before that time.
        var silentUntil: Duration = .zero
        /// The source is not asked about these photos before these times.
        var failedUntil: [PhotoID: Duration] = [:]
    }

    private let time: ElapsedClock
    private let pause: Duration
    private let table = Mutex(Table())

    /// `pause` is how long a source that did not answer is not asked again.
    init(clock: any Clock<Duration>, pause: Duration) {
        time = ElapsedClock(clock)
        self.pause = pause
    }

    // MARK: Moments

    /// When the image was last confirmed; nil when that is not in memory.
    func moment(of key: ImageKey) -> Timestamp? {
        table.withLock { $0.moments[key] }
    }

    func note(_ moment: Timestamp, of key: ImageKey) {
        table.withLock { $0.moments[key] = moment }
    }

    /// Forgets what memory knows of the photo's images: the catalog now knows better.
    func forget(_ photo: PhotoID) {
        table.withLock { table in
            table.moments.removeAll { $0.photo == photo }
            table.failedUntil[photo] = nil
        }
    }

    /// Forgets when these photos were confirmed.
    func forgetMoments(of photos: Set<PhotoID>) {
        table.withLock { table in
            table.moments.removeAll { photos.contains($0.photo) }
        }
    }

    // MARK: Questions

    /// How many callers wait for an answer.
    var waiting: Int {
        table.withLock { Array($0.questions.values) }.reduce(0) { $0 + $1.waiting }
    }

    /// The verdict of `question`, asked now or by another caller a moment ago. The wait ends early if the calling task
    /// is cancelled; the question does not.
    func verdict(on photo: PhotoID, asking question: @escaping Question) async -> Verdict {
        guard !Task.isCancelled else { return .interrupted }
        let reply = Reply<Verdict>()
        let (asked, early) = table.withLock { table -> (Reply<Verdict>?, Verdict) in
            guard !table.isShutDown else { return (nil, .interrupted) }
            let now = time.elapsed
            table.failedUntil = table.failedUntil.filter { $0.value > now }
            if let asked = table.questions[photo] { return (asked, .interrupted) }
            guard table.silentUntil <= now else { return (nil, .silence) }
            guard table.failedUntil[photo] == nil else { return (nil, .failure) }
            table.questions[photo] = reply
            table.tasks[photo] = Task { [self] in answered(photo, await question()) }
            return (reply, .interrupted)
        }
        return await asked?.value(ifCancelled: .interrupted) ?? early
    }

    private func answered(_ photo: PhotoID, _ verdict: Verdict) {
        let reply = table.withLock { table in
            switch verdict {
            case .silence: table.silentUntil = time.elapsed + pause
            case .failure: table.failedUntil[photo] = time.elapsed + pause
            case .there, .gone, .interrupted: break
            }
            table.tasks[photo] = nil
            return table.questions.removeValue(forKey: photo)
        }
        reply?.give(verdict)
    }

    func shutdown() async {
        let tasks = table.withLock { table in
            table.isShutDown = true
            return Array(table.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
