internal import CDisk
internal import Foundation
internal import Glibc
import Synchronization

/// A few named threads on which calls to the disk may block, so that the cooperative pool never does.
///
/// Also a task executor: a task that prefers it stays on these threads, and its calls to the disk need no change of
/// thread.
public final class DiskThreads: TaskExecutor {
    private let queue = Queue()

    /// - Parameter count: how many calls may block at once.
    public init(count: Int = 4) {
        for number in 1...max(1, count) {
            let thread = Thread { [queue] in
                // `Thread.name` does not reach a thread that has not started yet.
                _ = unsafe cdisk_name_thread("disk-\(number)")
                queue.ownCurrentThread()
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

    /// Runs `work` on one of the threads and waits for it without blocking the caller's thread. A task that is on one
    /// of them already runs it at once. That a task prefers them says too little: until its first suspension
    /// `Task.immediate` runs it on the thread that made it.
    public func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
        guard !queue.ownsCurrentThread() else { return work() }
        return await withCheckedContinuation { continuation in
            queue.append { continuation.resume(returning: work()) }
        }
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

/// Jobs in order of arrival. A thread that sleeps until there is work needs a condition variable, which Synchronization
/// lacks. The condition's lock is held for each last look before a sleep, and taken before every signal, so that no
/// signal is missed.
private final class Queue: Sendable {
    private struct State {
        var jobs: ArraySlice<@Sendable () -> Void> = []
        var isClosed = false
        /// Threads that sleep, or are about to.
        var idle = 0

        mutating func nextJob() -> (@Sendable () -> Void)? {
            // A slice keeps removed elements until it is replaced, and jobs may hold references to the threads
            // themselves.
            defer { if jobs.isEmpty { jobs = [] } }
            return jobs.popFirst()
        }
    }

    private let state = Mutex(State())
    private let condition = NSCondition()
    private let threads = Mutex<Set<pthread_t>>([])

    func ownCurrentThread() {
        threads.withLock { _ = $0.insert(pthread_self()) }
    }

    /// Not inlined: glibc calls pthread_self(3) constant, so a task could find the answer from before its suspension.
    @inline(never)
    func ownsCurrentThread() -> Bool {
        threads.withLock { $0.contains(pthread_self()) }
    }

    func append(_ job: @escaping @Sendable () -> Void) {
        let isAwaited = state.withLock { state in
            state.jobs.append(job)
            return state.idle > 0
        }
        guard isAwaited else { return }
        condition.withLock {}
        // Not under the lock: the woken thread would have to wait for it.
        condition.signal()
    }

    /// Waits for a job; returns nil when the queue is closed and empty, so that jobs in the queue are still done.
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
