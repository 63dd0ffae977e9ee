import CFUSE
import Glibc
import LinuxProcess
import Synchronization
import Waiting

/// Makes the kernel take the new size of a file before an OPEN of it is answered.
///
/// A notice makes the kernel distrust its cached attributes, but sendfile(2), mmap(2) and programs that read without
/// stat(2) still use the old size. ESTALE makes open(2) look the name up again, but not dentry_open(), which virus
/// scanners and file servers use. One way works for all: between the notice and the reply, a thread of ours looks the
/// file up under a name that is not listed (measured: 44 to 174 us, and exact for sendfile, bare reads, lseek and
/// mmap).
final class SizeUptake: Sendable {
    /// The name at the root of the mount; only our own thread uses it.
    static let name = ".placesfs-size"
    /// How long an OPEN may wait for this: another mount that hangs may cover the mountpoint.
    private static let patience = Duration.milliseconds(500)

    private struct Job: Sendable {
        var inode: InodeNumber
        var size: Int64
        var outcome: Reply<Bool>
        var since: ContinuousClock.Instant
    }

    private struct State {
        var path: String?
        var device: String?
        var threadID: Int32 = 0
        var jobs: [Job] = []
        var current: Job?
        /// Whether `giveUp` will be called.
        var isWatched = false
        /// Whether the thread has failed to finish a job in time.
        var isStuck = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wakeup: WakeupDescriptor
    private let watch: WakeupDescriptor

    /// Rings `watch` to have `giveUp` called from time to time.
    init(waking watch: WakeupDescriptor) throws(Errno) {
        self.watch = watch
        wakeup = try WakeupDescriptor()
    }

    /// - Parameters:
    ///   - path: Where the mount is seen.
    ///   - device: The mount's `major:minor`, to tell it apart from a mount that covers it.
    func open(at path: String, device: String?) {
        state.withLock { state in
            state.path = path
            state.device = device
        }
    }

    /// The inode that a LOOKUP of `name` asks for, if our own thread sent it.
    func inode(askedForBy caller: Caller) -> InodeNumber? {
        state.withLock { state in caller.threadID == state.threadID ? state.current?.inode : nil }
    }

    /// Returns true when the kernel has taken this size; false if it cannot be made to, because the mount is covered,
    /// seen at another path, or ending.
    func take(_ inode: InodeNumber, size: Int64) async -> Bool {
        let outcome = Reply<Bool>()
        let job = Job(inode: inode, size: size, outcome: outcome, since: .now)
        let (isQueued, wasWatched) = state.withLock { state in
            guard !state.isClosed, !state.isStuck, state.path != nil, state.device != nil else { return (false, true) }
            state.jobs.append(job)
            defer { state.isWatched = true }
            return (true, state.isWatched)
        }
        guard isQueued else { return false }
        wakeup.wake()
        if !wasWatched { watch.wake() }
        return await outcome.value(ifCancelled: false)
    }

    /// Ends the waits that have lasted too long. True if this has to be called again soon.
    func giveUp() -> Bool {
        let (overdue, isAwaited) = state.withLock { state -> ([Job], Bool) in
            let waiting = (state.current.map { [$0] } ?? []) + state.jobs
            let overdue = waiting.filter { $0.since.duration(to: .now) >= Self.patience }
            if !overdue.isEmpty { state.isStuck = true }
            state.isWatched = waiting.count > overdue.count
            return (overdue, state.isWatched)
        }
        for job in overdue { job.outcome.give(false) }
        return isAwaited
    }

    /// The body of `size-uptake`; returns after `close`, unless a mount that covers the mountpoint holds it up.
    func serve() {
        // If the process is killed during a lookup, this thread waits in the kernel for an answer that only the process
        // could give. The kernel ends the connection when the last descriptor of the device is closed. So this thread
        // must not hold one.
        guard OwnDescriptors.take(keeping: wakeup.descriptor) else { return close() }
        state.withLock { $0.threadID = gettid() }
        while true {
            let (job, isClosed) = state.withLock { state -> (Job?, Bool) in
                let job = state.jobs.isEmpty ? nil : state.jobs.removeFirst()
                state.current = job
                return (job, state.isClosed)
            }
            if let job {
                let isTaken = !isClosed && look(for: job)
                state.withLock { state in
                    state.current = nil
                    state.isStuck = false
                }
                job.outcome.give(isTaken)
            } else if isClosed {
                return
            } else {
                wakeup.wait()
            }
        }
    }

    func close() {
        let dropped = state.withLock { state in
            state.isClosed = true
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in dropped { job.outcome.give(false) }
        wakeup.wake()
    }

    private func look(for job: Job) -> Bool {
        let (path, device) = state.withLock { ($0.path ?? "", $0.device) }
        var status = stat()
        guard unsafe lstat(path + "/" + Self.name, &status) == 0 else { return false }
        return MountTable.device(UInt64(status.st_dev)) == device && status.st_ino == job.inode.rawValue
            && status.st_size == Int(job.size)
    }
}
