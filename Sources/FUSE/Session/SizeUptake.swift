import CFUSE
import Glibc
import LinuxProcess
import Synchronization
import Waiting

/// Has the kernel take up the size of a file before an OPEN of it is answered.
///
/// A notice makes the kernel doubt the attributes it holds, but sendfile(2), mmap(2) and whoever reads without asking
/// stat(2) go on with the old size. ESTALE makes open(2) look the name up again, but not dentry_open(), by which virus
/// scanners and file servers open. What serves them all is to look the file up ourselves, under a name that is not listed,
/// between the notice and the reply (measured: 44 to 174 us, and exact for sendfile, bare reads, lseek and mmap).
final class SizeUptake: Sendable {
    /// At the root of the mount; for our own thread alone.
    static let name = ".placesfs-size"
    /// How long an OPEN may wait for it: the mountpoint may be covered by something that hangs.
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
        /// `giveUp` will be called.
        var isWatched = false
        /// The thread did not come back in time.
        var isStuck = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let doorbell: Doorbell
    private let watch: Doorbell

    /// `watch` is rung when `giveUp` is to be called now and then.
    init(ringing watch: Doorbell) throws(Errno) {
        self.watch = watch
        doorbell = try Doorbell()
    }

    /// - Parameters:
    ///   - path: Where the mount is seen.
    ///   - device: Its `major:minor`, to tell it from what may cover it.
    func open(at path: String, device: String?) {
        state.withLock { state in
            state.path = path
            state.device = device
        }
    }

    /// The inode that a LOOKUP of `name` asks for, where our own thread sent it.
    func inode(askedForBy caller: Caller) -> InodeNumber? {
        state.withLock { state in caller.threadID == state.threadID ? state.current?.inode : nil }
    }

    /// Returns when the kernel holds this size; false when it cannot be brought to that from here: the mount is covered,
    /// seen elsewhere, or ending.
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
        doorbell.ring()
        if !wasWatched { watch.ring() }
        return await outcome.value(ifCancelled: false)
    }

    /// Ends the wait of those whose time is over. True when this is to be called again soon.
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

    /// The body of `size-uptake`; returns after `close`, unless it is held up by what covers the mountpoint.
    func serve() {
        // Killed amid a look, this thread waits in the kernel for an answer that only the process could give, and the
        // kernel ends the connection when the last descriptor of the device is closed: it must not be one of ours.
        guard OwnDescriptors.take(keeping: doorbell.descriptor) else { return close() }
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
                doorbell.wait()
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
        doorbell.ring()
    }

    private func look(for job: Job) -> Bool {
        let (path, device) = state.withLock { ($0.path ?? "", $0.device) }
        var status = stat()
        guard unsafe lstat(path + "/" + Self.name, &status) == 0 else { return false }
        let major = (status.st_dev >> 8 & 0xfff) | (status.st_dev >> 32 & ~0xfff)
        let minor = (status.st_dev & 0xff) | (status.st_dev >> 12 & ~0xff)
        return "\(major):\(minor)" == device && status.st_ino == job.inode.rawValue && status.st_size == Int(job.size)
    }
}
