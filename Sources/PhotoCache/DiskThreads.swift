internal import CDisk
internal import Foundation
import Synchronization

/// A few named threads on which calls to the disk may block, so that the cooperative pool never does.
///
/// Also an executor of tasks: one that prefers it stays on these threads, and its calls to the disk need no change of
/// thread.
public final class DiskThreads: TaskExecutor {
    private let queue = Queue()

    /// - Parameter count: how many calls may block at once.
    public init(count: Int = 4) {
        for number in 1...max(1, count) {
            let thread = Thread { [queue] in
                // Its `name` reaches no thread that has not begun yet.
                _ = unsafe cdisk_name_thread("disk-\(number)")
                while let job = queue.next() {
                    job()
                }
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    deinit {
        queue.close()
    }

    /// Runs `work` on one of the threads and waits for it without blocking the caller's; at once, where the task is on
    /// one of them already.
    public func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        await withTaskExecutorPreference(self) { work() }
    }

    /// Runs `work` on one of the threads, in order of arrival as threads are free.
    public func enqueue(_ work: @escaping @Sendable () -> Void) {
        queue.append(work)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.append { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Jobs in order of arrival. A thread that sleeps until there is work needs a condition, which Synchronization lacks;
/// the condition's lock is taken around every look of who is about to sleep, and before every signal, so that none is
/// missed.
private final class Queue: Sendable {
    private struct State {
        var jobs: ArraySlice<@Sendable () -> Void> = []
        var isClosed = false
        /// Threads that sleep, or are about to.
        var idle = 0

        mutating func nextJob() -> (@Sendable () -> Void)? {
            // A slice keeps what is taken from it until it is made anew; jobs may hold on to the threads themselves.
            defer { if jobs.isEmpty { jobs = [] } }
            return jobs.popFirst()
        }
    }

    private let state = Mutex(State())
    private let condition = NSCondition()

    func append(_ job: @escaping @Sendable () -> Void) {
        let isAwaited = state.withLock { state in
            state.jobs.append(job)
            return state.idle > 0
        }
        guard isAwaited else { return }
        condition.withLock {}
        // Not under the lock, for which whoever wakes would have to wait.
        condition.signal()
    }

    /// Waits for a job; nil when the queue is closed and empty, so that what was begun is done.
    func next() -> (@Sendable () -> Void)? {
        let (job, isClosed) = state.withLock { ($0.nextJob(), $0.isClosed) }
        if job != nil || isClosed { return job }
        return condition.withLock {
            state.withLock { $0.idle += 1 }
            defer { state.withLock { $0.idle -= 1 } }
            while true {
                let (job, isClosed) = state.withLock { ($0.nextJob(), $0.isClosed) }
                if job != nil || isClosed { return job }
                condition.wait()
            }
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        condition.withLock { condition.broadcast() }
    }
}
