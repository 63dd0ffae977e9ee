import CFUSE
import Logging
import Synchronization

/// Tells the kernel which of its cached data is out of date. Notices are queued and sent by one thread,
/// `kernel-notify`, in order for each inode. The reason: an entry invalidation blocks until a held LOOKUP in that
/// directory has been answered, so a receive thread or a task that sent it could deadlock (measured). After the mount
/// has ended, every method is a no-op.
public final class KernelNotifier: Sendable {
    private let logger: Logger
    private let uptake: SizeUptake
    private let nameReturn: NameReturn
    private let wakeup: WakeupDescriptor
    private let closed: WakeupDescriptor
    private let queue = Mutex(Queue())
    private let session = Mutex(SessionPointer())
    private let mayExpire = Atomic(true)

    private enum Notice: Sendable {
        case pages(InodeNumber)
        case goneEntry(String, InodeNumber)
        case staleEntry(String, InodeNumber)

        /// The inode whose locks the kernel takes for this notice.
        var inode: InodeNumber {
            switch self {
            case .goneEntry(_, let inode), .staleEntry(_, let inode), .pages(let inode): inode
            }
        }
    }

    private struct Queue {
        var notices: [Notice] = []
        /// Notices were taken from the queue, and some of them are not sent yet.
        var isSending = false
        var isClosed = false
        var isServed = false
        /// How many requests under way hold a directory's lock.
        var held: [InodeNumber: Int] = [:]
        /// How many READs under way hold locks of a file's pages.
        var read: [InodeNumber: Int] = [:]

        /// Whether the kernel can take the notice without first waiting for one of our answers.
        func isFree(_ notice: Notice) -> Bool {
            switch notice {
            case .goneEntry(_, let directory), .staleEntry(_, let directory): held[directory] == nil
            case .pages(let inode): read[inode] == nil
            }
        }
    }

    // Sendable: libfuse's notify functions may be called from any thread.
    @safe private struct SessionPointer: @unchecked Sendable {
        var pointer: OpaquePointer?
    }

    init(_ logger: Logger, _ uptake: SizeUptake, _ nameReturn: NameReturn) throws(Errno) {
        self.logger = logger
        self.uptake = uptake
        self.nameReturn = nameReturn
        wakeup = try WakeupDescriptor()
        closed = try WakeupDescriptor()
    }

    // MARK: Notices

    /// The pages and attributes of a file or directory are out of date; for a directory also its cached dirents.
    public func invalidatePages(of inode: InodeNumber) {
        enqueue(.pages(inode))
    }

    /// A name was removed. Not for a name that still exists: that breaks `pwd` in a directory of that name.
    public func invalidateEntry(_ name: String, in parent: InodeNumber) {
        enqueue(.goneEntry(name, parent))
    }

    /// A name was added or now stands for something else: the kernel looks it up again. Only this removes a negative
    /// entry.
    /// `ofDirectory`: the name is, or was, a directory's. A kernel that cannot expire entries is then not told.
    public func expireEntry(_ name: String, in parent: InodeNumber, ofDirectory: Bool = false) {
        if ofDirectory, !canExpire { return }
        enqueue(.staleEntry(name, parent))
    }

    /// Whether the kernel can look a name up again without dropping its entry (since Linux 6.2). If not, a directory's
    /// entry must not be dropped while the directory exists, because that breaks `pwd` in it; give the entry a short
    /// validity instead.
    public var canExpire: Bool { mayExpire.load(ordering: .relaxed) }

    /// Records what the kernel said at INIT.
    func adopt(canExpire: Bool) {
        mayExpire.store(canExpire, ordering: .relaxed)
    }

    /// The attributes of an inode, mainly its size, are out of date. Sent at once, from any thread.
    ///
    /// Not queued, because an OPEN that has learnt the true size has to send this before its reply, and must not wait
    /// behind an entry invalidation that waits for another caller's LOOKUP. Any thread may send it: without a range
    /// (offset -1) the kernel takes no lock of a directory or page for it.
    public func invalidateAttributes(of inode: InodeNumber) {
        session.withLock { session in
            guard let pointer = unsafe session.pointer else { return }
            _ = unsafe fuse_lowlevel_notify_inval_inode(pointer, inode.rawValue, -1, 0)
        }
    }

    /// Sends the same notice, and makes the kernel take the new size, also for callers that never use stat(2), like
    /// sendfile(2). The kernel asks the file system for the attributes (`lookAgain`), which must have the new size
    /// already.
    ///
    /// - Returns: False if the kernel could not be made to do that. Then only a new lookup of the file's name brings
    ///   the size (answer ESTALE).
    public func takeUp(_ inode: InodeNumber, size: Int64) async -> Bool {
        invalidateAttributes(of: inode)
        return await uptake.take(inode, size: size)
    }

    /// A rename(2) took a name out of a folder, and the file system has it there all the same: programs that watch the
    /// folder are told that it is there again. To be called before the rename is answered.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - parent: Its folder.
    ///   - path: The path of the folder below the mountpoint, with a slash at its end; empty for the root.
    ///   - source: A path below the mountpoint that leads to the file.
    public func returns(_ name: String, in parent: InodeNumber, at path: String, linkedFrom source: String) {
        nameReturn.add(NameReturn.Job(source: source, name: name, parent: parent, target: path + name))
    }

    /// Whether every queued notice has been sent; for tests.
    var isIdle: Bool { queue.withLock { $0.notices.isEmpty && !$0.isSending } }

    private func enqueue(_ notice: Notice) {
        let isQueued = queue.withLock { queue in
            guard !queue.isClosed else { return false }
            queue.notices.append(notice)
            return true
        }
        if isQueued { wakeup.wake() }
    }

    // MARK: Locks

    /// A request arrived for which the kernel holds these directories' locks until it is answered. A notice about a
    /// name in one of them would block until then. If the daemon is killed meanwhile, it would block for ever: the
    /// blocked thread cannot end before the request does, and the kernel ends the request only when the last thread has
    /// closed the device (measured: 2 of 40 kills during mkdir and rename). So such a notice stays in the queue.
    func hold(_ directories: [InodeNumber]) {
        guard !directories.isEmpty else { return }
        queue.withLock { queue in
            for directory in directories { queue.held[directory, default: 0] += 1 }
        }
    }

    /// The request was answered.
    func release(_ directories: [InodeNumber]) {
        guard !directories.isEmpty else { return }
        let isAwaited = queue.withLock { queue in
            for directory in directories {
                let count = queue.held[directory, default: 1] - 1
                queue.held[directory] = count > 0 ? count : nil
            }
            return !queue.notices.isEmpty
        }
        if isAwaited { wakeup.wake() }
    }

    /// A READ into the page cache arrived: the kernel holds its pages' locks until it is answered, and a notice about
    /// these pages would block until then. It stays in the queue, so that a stalled photo does not delay notices about
    /// names.
    func holdPages(of inode: InodeNumber) {
        queue.withLock { $0.read[inode, default: 0] += 1 }
    }

    /// The READ was answered.
    func releasePages(of inode: InodeNumber) {
        let isAwaited = queue.withLock { queue in
            let count = queue.read[inode, default: 1] - 1
            queue.read[inode] = count > 0 ? count : nil
            return count == 0 && !queue.notices.isEmpty
        }
        if isAwaited { wakeup.wake() }
    }

    // MARK: Life

    /// Called before `serve`, which then runs on a thread of its own.
    func open(_ pointer: OpaquePointer) {
        session.withLock { unsafe $0.pointer = pointer }
        queue.withLock { $0.isServed = true }
    }

    /// The body of `kernel-notify`; returns after `close`.
    func serve() {
        while true {
            let (notices, isClosed) = queue.withLock { queue in
                defer { queue.notices = [] }
                queue.isSending = !queue.notices.isEmpty
                return (queue.notices, queue.isClosed)
            }
            let isBlocked = requeue(sendFree(notices))
            guard notices.isEmpty || isBlocked else { continue }
            guard !isClosed else { break }
            wakeup.wait()
        }
        queue.withLock { $0.isServed = false }
        closed.wake()
    }

    /// Blocks until `serve` has returned, or the time is over.
    func waitUntilClosed(milliseconds: Int32) {
        if queue.withLock({ $0.isServed }) { closed.wait(milliseconds: milliseconds) }
    }

    /// Drops the queued notices. One that is being sent may still block until the kernel can take it.
    func close() {
        queue.withLock { queue in
            queue.isClosed = true
            queue.notices = []
        }
        wakeup.wake()
    }

    /// After this returns, no call into libfuse is under way or begins.
    func forgetSession() {
        session.withLock { unsafe $0.pointer = nil }
    }

    /// Sends the notices that the kernel takes at once. Returns the rest, with the notices about one inode still in
    /// order.
    private func sendFree(_ notices: [Notice]) -> [Notice] {
        var rest: [Notice] = []
        var waiting: Set<InodeNumber> = []
        for notice in notices {
            if !waiting.contains(notice.inode), queue.withLock({ $0.isFree(notice) }) {
                send(notice)
            } else {
                waiting.insert(notice.inode)
                rest.append(notice)
            }
        }
        return rest
    }

    /// Puts the notices that have to wait back into the queue. True if none can be sent before the thread is woken.
    private func requeue(_ rest: [Notice]) -> Bool {
        guard !rest.isEmpty else { return false }
        return queue.withLock { queue in
            guard !queue.isClosed else { return false }
            queue.notices = rest + queue.notices
            // A lock may have been released since, without a ring. Only the first notice of each inode counts: the
            // others wait for it.
            var seen: Set<InodeNumber> = []
            return !rest.contains { seen.insert($0.inode).inserted && queue.isFree($0) }
        }
    }

    /// The kernel answers ENOENT if it has cached nothing that the notice is about; that needs no action.
    private func send(_ notice: Notice) {
        // The lock is not held while sending, because `invalidateAttributes` would have to wait for it. `Session` joins
        // this thread before it destroys the object that the pointer points to.
        let isClosed = queue.withLock { $0.isClosed }
        guard !isClosed, let pointer = unsafe session.withLock({ $0 }).pointer else { return }
        switch notice {
        case .pages(let inode):
            _ = unsafe fuse_lowlevel_notify_inval_inode(pointer, inode.rawValue, 0, 0)
        case .goneEntry(let name, let parent):
            _ = unsafe fuse_lowlevel_notify_inval_entry(pointer, parent.rawValue, name, name.utf8.count)
        case .staleEntry(let name, let parent):
            if canExpire {
                _ = unsafe cfuse_notify_expire_entry(pointer, parent.rawValue, name, name.utf8.count)
            } else {
                _ = unsafe fuse_lowlevel_notify_inval_entry(pointer, parent.rawValue, name, name.utf8.count)
            }
        }
    }
}
