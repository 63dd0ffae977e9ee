import HTTP
import PhotoCache
import PhotoTree
import Synchronization

/// When the source last said that photos are there, and the questions about those of which that is long ago: one a photo
/// however many wait for it, and none for a while to a source that did not answer.
final class Confirmations: Sendable {
    enum Verdict: Sendable {
        /// The photo as it is now.
        case there(Photo)
        /// It is gone or private, and has left everything here.
        case gone
        /// The source was not reached, or not in time.
        case silence
        /// The source was reached and failed.
        case failure
        /// The task that asked was cancelled.
        case interrupted
    }

    typealias Question = @Sendable () async -> Verdict
    private typealias Waiter = CheckedContinuation<Verdict, Never>

    private struct Table {
        /// Some 100 bytes each; those that do not fit are in the catalog.
        var moments = RecentlyUsed<ImageKey, Timestamp>(capacity: 4096)
        var questions: [PhotoID: [Int: Waiter]] = [:]
        var tasks: [PhotoID: Task<Void, Never>] = [:]
        var lastWaiter = 0
        var isShutDown = false
        /// No photo is asked about before that.
        var silentUntil: Duration = .zero
        /// Nor these.
        var failedUntil: [PhotoID: Duration] = [:]
    }

    private let time: ElapsedClock
    private let pause: Duration
    private let table = Mutex(Table())

    /// `pause` is how long a source that did not answer is left alone.
    init(clock: any Clock<Duration>, pause: Duration) {
        time = ElapsedClock(clock)
        self.pause = pause
    }

    // MARK: Moments

    /// Nil when that is not in memory.
    func moment(of key: ImageKey) -> Timestamp? {
        table.withLock { $0.moments[key] }
    }

    func note(_ moment: Timestamp, of key: ImageKey) {
        table.withLock { $0.moments[key] = moment }
    }

    /// The catalog knows better what is kept of it in any rendition.
    func forget(_ photo: PhotoID) {
        table.withLock { table in
            table.moments.removeAll { $0.photo == photo }
            table.failedUntil[photo] = nil
        }
    }

    // MARK: Questions

    /// How many wait for an answer.
    var waiting: Int {
        table.withLock { $0.questions.values.reduce(0) { $0 + $1.count } }
    }

    /// What `question` finds out, asked now or by somebody else a moment ago. Ends early with the calling task; the
    /// question does not.
    func verdict(on photo: PhotoID, asking question: @escaping Question) async -> Verdict {
        let number = table.withLock { table in
            table.lastWaiter += 1
            return table.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let early = table.withLock { table -> Verdict? in
                    guard !Task.isCancelled, !table.isShutDown else { return .interrupted }
                    let now = time.elapsed
                    table.failedUntil = table.failedUntil.filter { $0.value > now }
                    guard table.questions[photo] == nil else {
                        table.questions[photo]?[number] = waiter
                        return nil
                    }
                    guard table.silentUntil <= now else { return .silence }
                    guard table.failedUntil[photo] == nil else { return .failure }
                    table.questions[photo] = [number: waiter]
                    table.tasks[photo] = Task { [self] in answered(photo, await question()) }
                    return nil
                }
                if let early { waiter.resume(returning: early) }
            }
        } onCancel: {
            let waiter = table.withLock { $0.questions[photo]?.removeValue(forKey: number) }
            waiter?.resume(returning: .interrupted)
        }
    }

    private func answered(_ photo: PhotoID, _ verdict: Verdict) {
        let waiting = table.withLock { table -> [Waiter] in
            switch verdict {
            case .silence: table.silentUntil = time.elapsed + pause
            case .failure: table.failedUntil[photo] = time.elapsed + pause
            case .there, .gone, .interrupted: break
            }
            table.tasks[photo] = nil
            return table.questions.removeValue(forKey: photo).map { Array($0.values) } ?? []
        }
        for waiter in waiting {
            waiter.resume(returning: verdict)
        }
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
