import Dispatch
import Synchronization

/// Threads that may block, and how often a task came to them.
final class ReadingThreads: TaskExecutor {
    /// For all tests that do not count: a test that reads in a loop must leave the cooperative pool to the others.
    static let shared = ReadingThreads()

    private let queue = DispatchQueue(label: "reading", attributes: .concurrent)
    private let count = Atomic(0)

    var jobs: Int { count.load(ordering: .sequentiallyConsistent) }

    func enqueue(_ job: consuming ExecutorJob) {
        count.add(1, ordering: .sequentiallyConsistent)
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
