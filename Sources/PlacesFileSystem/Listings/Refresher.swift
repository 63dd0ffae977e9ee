import Catalog
import HTTP
import PhotoTree
import Waiting

/// How long a caller waits for its job.
enum WaitBound: Sendable {
    case fromNow(Duration)
    /// The time in the queue does not count: a crawl of a thousand directories must not fail because it is long.
    case fromStart(Duration)
}

/// Asks the source for the listings of directories.
typealias DirectoryRefresher = Refresher<DirectoryKey>

/// Runs jobs that ask the source for what keys stand for: one job per key, however many callers wait for it, and a few
/// jobs at a time. Jobs that a caller waits for go first, and jobs of lower priority cannot take their places.
///
/// A caller that is cancelled or runs out of time leaves; its job goes on, because the result is worth keeping.
actor Refresher<Key: Hashable & Sendable> {
    typealias Operation = @Sendable () async -> RefreshError?
    /// Called once for each job, when it is over and another one could start. Answers whether another job must follow
    /// in the background, because this one has brought only a part.
    typealias Ended = @Sendable () -> Bool

    typealias Bound = WaitBound

    private struct Waiter {
        var reply: Reply<RefreshError?>
        var bound: Bound
        var timer: Task<Void, Never>?
    }

    private struct Job {
        var operation: Operation
        var ended: Ended
        var priority: HTTPRequest.Priority
        var waiters: [Int: Waiter] = [:]
        var task: Task<Void, Never>?
        let requests = WaitingRequests()
        /// It was cancelled to be started again for somebody more urgent.
        var isRestarting = false
    }

    /// Gives the callers that waited for the first part time to be answered before the next part is asked for.
    private let pauseBetweenParts = Duration.milliseconds(100)
    private let atOnce: Int
    private let most: Int
    private let clock: any Clock<Duration>
    private var jobs: [Key: Job] = [:]
    private var queue: [Key] = []
    private var lastWaiter = 0
    private var isShutDown = false
    /// Jobs that are to be started later.
    private var delays: [Key: Task<Void, Never>] = [:]

    /// `atOnce` limits how many jobs of the same or a higher priority run at a time: more would only queue at the
    /// source's API. At most `most` jobs exist.
    init(clock: any Clock<Duration>, atOnce: Int = 4, most: Int = .max) {
        self.clock = clock
        self.atOnce = atOnce
        self.most = most
    }

    /// The keys of the jobs that run or are queued.
    var underWay: [Key] { Array(jobs.keys) }

    /// How many jobs wait for their turn, here or at a host.
    var queued: Int { queue.count + jobs.values.count { $0.task != nil && !$0.requests.isEmpty } }

    func isRefreshing(_ key: Key) -> Bool { jobs[key] != nil || delays[key] != nil }

    /// Starts a job that no caller waits for, unless one exists already; `pause` delays its start.
    func refreshBehind(
        _ key: Key, after pause: Duration = .zero, priority: HTTPRequest.Priority = .background,
        _ operation: @escaping Operation, ended: @escaping Ended = { false }
    ) {
        guard pause > .zero, jobs[key] == nil else { return enqueue(key, priority, operation, ended) }
        delays[key]?.cancel()
        delays[key] = Task { [clock] in
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            self.enqueue(key, priority, operation, ended)
        }
    }

    /// Starts a job or joins the existing one, and waits for its end; nil when it succeeded. Its priority is
    /// `HTTPRequest.Priority.current`.
    func refresh(
        _ key: Key, within bound: Bound, _ operation: @escaping Operation,
        ended: @escaping Ended = { false }
    ) async -> RefreshError? {
        enqueue(key, .current, operation, ended)
        guard jobs[key] != nil else { return isShutDown ? .interrupted : .timedOut }
        lastWaiter += 1
        let (id, reply) = (lastWaiter, Reply<RefreshError?>())
        jobs[key]?.waiters[id] = Waiter(reply: reply, bound: bound)
        startTimer(of: id, for: key)
        let error = await reply.value(ifCancelled: .interrupted)
        // If the wait was cancelled, the waiter is still in the table.
        release(id, of: key, with: .interrupted)
        return error
    }

    /// The same by a job that begins from now on: one that runs already may have got its answer before a change.
    func refreshAnew(
        _ key: Key, within bound: Bound, _ operation: @escaping Operation,
        ended: @escaping Ended = { false }
    ) async -> RefreshError? {
        if jobs[key]?.task != nil {
            switch await refresh(key, within: bound, operation, ended: ended) {
            case .timedOut: return .timedOut
            case .interrupted: return .interrupted
            case nil, .source, .catalog, .partialResults: break
            }
        }
        return await refresh(key, within: bound, operation, ended: ended)
    }

    /// Ends every wait and job.
    func shutdown() {
        isShutDown = true
        delays.values.forEach { $0.cancel() }
        delays = [:]
        for (key, job) in jobs {
            job.task?.cancel()
            finish(key, with: .interrupted)
        }
        queue = []
    }

    private func enqueue(
        _ key: Key, _ priority: HTTPRequest.Priority, _ operation: @escaping Operation,
        _ ended: @escaping Ended
    ) {
        guard !isShutDown else { return }
        delays.removeValue(forKey: key)?.cancel()
        if let job = jobs[key] {
            raise(key, job, to: priority)
        } else if jobs.count < most {
            jobs[key] = Job(operation: operation, ended: ended, priority: priority)
            queue.append(key)
        }
        startJobs()
    }

    /// Somebody else wants a job that there is already. One that runs for a crawler may wait long for its turn at the
    /// source, so it begins anew for who is more urgent; of a crawler's own, what it asked for last goes first.
    private func raise(_ key: Key, _ job: Job, to priority: HTTPRequest.Priority) {
        jobs[key]?.priority = min(job.priority, priority)
        if job.task != nil, job.priority.isOfCrawler, !priority.isOfCrawler {
            jobs[key]?.isRestarting = true
            job.task?.cancel()
        } else if job.task == nil, priority.isOfCrawler, let index = queue.firstIndex(of: key) {
            queue.append(queue.remove(at: index))
        }
    }

    private func startJobs() {
        while let key = nextQueued() {
            guard let job = jobs[key] else { continue }
            jobs[key]?.task = Task {
                let error = await HTTPRequest.Priority.$current.withValue(job.priority) {
                    await WaitingRequests.$current.withValue(job.requests) { await job.operation() }
                }
                self.finish(key, with: error)
                self.startJobs()
            }
            for id in job.waiters.keys {
                startTimer(of: id, for: key)
            }
        }
    }

    /// The queued key with the highest priority, if it may start: when fewer than `atOnce` jobs of the same or a higher
    /// priority run. Jobs of lower priority do not count, however long they take.
    private func nextQueued() -> Key? {
        func priority(_ key: Key) -> HTTPRequest.Priority { jobs[key]?.priority ?? .background }
        guard var index = queue.indices.min(by: { priority(queue[$0]) < priority(queue[$1]) }) else { return nil }
        let first = priority(queue[index])
        if first.isOfCrawler, let newest = queue.lastIndex(where: { priority($0) == first }) { index = newest }
        let own = priority(queue[index])
        let beside = jobs.values.count { $0.task != nil && $0.priority <= own }
        return beside < atOnce ? queue.remove(at: index) : nil
    }

    private func startTimer(of id: Int, for key: Key) {
        guard let job = jobs[key], let waiter = job.waiters[id], waiter.timer == nil else { return }
        let bound: Duration
        switch waiter.bound {
        case .fromNow(let duration): bound = duration
        case .fromStart(let duration):
            guard job.task != nil else { return }
            bound = duration
        }
        jobs[key]?.waiters[id]?.timer = Task { [clock] in
            guard (try? await clock.sleep(for: bound)) != nil else { return }
            self.release(id, of: key, with: .timedOut)
        }
    }

    private func release(_ id: Int, of key: Key, with error: RefreshError) {
        guard let waiter = jobs[key]?.waiters.removeValue(forKey: id) else { return }
        waiter.timer?.cancel()
        waiter.reply.give(error)
    }

    private func finish(_ key: Key, with error: RefreshError?) {
        guard let job = jobs.removeValue(forKey: key) else { return }
        if job.isRestarting, error != nil, !isShutDown {
            jobs[key] = job
            jobs[key]?.task = nil
            jobs[key]?.isRestarting = false
            queue.append(key)
            return
        }
        if job.ended() { refreshBehind(key, after: pauseBetweenParts, job.operation, ended: job.ended) }
        for waiter in job.waiters.values {
            waiter.timer?.cancel()
            waiter.reply.give(error)
        }
    }
}

/// Why a directory could not be refreshed. Never means that something is absent.
enum RefreshError: Error, Sendable {
    case source(PhotoSourceError)
    case catalog(CatalogError)
    /// The source did not look everywhere, and said so.
    case partialResults
    /// No answer within the time limit of the caller.
    case timedOut
    /// The waiting process was interrupted.
    case interrupted
}
