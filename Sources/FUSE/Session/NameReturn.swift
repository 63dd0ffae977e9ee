import CFUSE
import Glibc
import LinuxProcess
import Synchronization

/// Makes programs that watch a folder show a name again that a rename(2) took out of it, where the file system left it
/// there all the same. They are told that the name moved away; a link(2) of the same name, by a thread of our own through
/// the mount, tells them that it is there (measured: 1.2 ms later). For that link the name is absent, and the file system
/// is not asked to make it.
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
        var jobs: [Job] = []
        var current: Job?
        var isClosed = false
    }

    /// More are forgotten: nobody watches so many names at once.
    private static let most = 256

    private let state = Mutex(State())
    private let wakeup: WakeupDescriptor

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
            state.jobs.append(job)
            return true
        }
        if isQueued { wakeup.wake() }
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
            let (job, path, device, isClosed) = state.withLock { state in
                state.current = state.jobs.isEmpty || state.isClosed ? nil : state.jobs.removeFirst()
                return (state.current, state.path ?? "", state.device, state.isClosed)
            }
            if isClosed { return }
            guard let job else {
                wakeup.wait()
                continue
            }
            if Self.isSeen(path, device) {
                // A name that somebody has looked up meanwhile is there already.
                _ = unsafe link(path + "/" + job.source, path + "/" + job.target)
            }
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
