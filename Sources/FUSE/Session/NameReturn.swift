import CFUSE
import Glibc
import LinuxProcess
import Synchronization

/// Makes programs that watch a folder show a name again that a rename(2) took out of it, where the file system left it
/// there all the same. They are told that the name moved away; a link(2) of the same name, by a thread of our own
/// through the mount, tells them that it is there. For that link the name is absent, and the file system is not asked
/// to make it.
///
/// The link comes `pause` later: PCManFM takes what it moved out of its window after the rename, and what it was told
/// before that is lost (measured: nothing shows after 0 and 20 ms, the photo after 100 and 500).
final class NameReturn: Sendable {
    struct Job: Sendable {
        /// A path below the mountpoint that leads to the file.
        var source: String
        var name: String
        var parent: InodeNumber
        /// The path of the same below the mountpoint.
        var target: String
    }

    private struct State {
        var path: String?
        var device: String?
        var threadID: Int32 = 0
        /// Each with when its link is due, in their order.
        var jobs: [(job: Job, due: ContinuousClock.Instant)] = []
        var current: Job?
        var isClosed = false

        /// What is due; else how long to wait for the next that will be: nil for ever.
        mutating func next(_ now: ContinuousClock.Instant) -> (due: Job?, pause: Duration?) {
            guard let first = jobs.first else { return (nil, nil) }
            guard first.due <= now else { return (nil, now.duration(to: first.due)) }
            return (jobs.removeFirst().job, nil)
        }
    }

    /// More are forgotten: nobody watches so many names at once.
    private static let most = 256
    private static let pause = Duration.milliseconds(300)

    private let state = Mutex(State())
    private let wakeup: WakeupDescriptor
    /// How many names are to return.
    private let awaited = Atomic(0)

    init() throws(Errno) {
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

    func add(_ job: Job) {
        let isQueued = state.withLock { state in
            guard !state.isClosed, state.path != nil, state.jobs.count < Self.most else { return false }
            state.jobs.append((job, .now + Self.pause))
            return true
        }
        guard isQueued else { return }
        awaited.add(1, ordering: .relaxed)
        wakeup.wake()
    }

    /// Whether the name is to return. Who looks it up meanwhile finds it; if the kernel kept that, no link could be
    /// made.
    func isAwaited(_ name: String, in parent: InodeNumber) -> Bool {
        guard awaited.load(ordering: .relaxed) > 0 else { return false }
        return state.withLock { state in
            state.jobs.contains { $0.job.parent == parent && $0.job.name == name }
                || state.current?.parent == parent && state.current?.name == name
        }
    }

    /// Whether a LOOKUP or LINK comes from our own thread, and is about the name that it links.
    func isAsking(for name: String, in parent: InodeNumber, by caller: Caller) -> Bool {
        state.withLock { state in
            caller.threadID == state.threadID && state.current?.parent == parent && state.current?.name == name
        }
    }

    /// The body of `name-return`; returns after `close`, unless a mount that covers the mountpoint holds it up.
    func serve() {
        // As for the thread of `SizeUptake`: a thread that waits in the kernel must hold no descriptor of the device.
        guard OwnDescriptors.take(keeping: wakeup.descriptor) else { return close() }
        state.withLock { $0.threadID = gettid() }
        while true {
            let (job, pause, path, device, isClosed) = state.withLock { state in
                let (due, pause) = state.isClosed ? (nil, nil) : state.next(.now)
                state.current = due
                return (due, pause, state.path ?? "", state.device, state.isClosed)
            }
            if isClosed { return }
            guard let job else {
                wakeup.wait(milliseconds: pause.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1)
                continue
            }
            if Self.isSeen(path, device) {
                _ = unsafe link(path + "/" + job.source, path + "/" + job.target)
            }
            awaited.subtract(1, ordering: .relaxed)
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.jobs = []
        }
        wakeup.wake()
    }

    private static func isSeen(_ path: String, _ device: String?) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return MountTable.device(UInt64(status.st_dev)) == device
    }
}
