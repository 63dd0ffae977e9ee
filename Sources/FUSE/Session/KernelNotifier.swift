import CFUSE
import Logging
import Synchronization

/// Tells the kernel that what it has cached is no longer true. Everything is queued in order and sent by one thread,
/// `kernel-notify`: an entry invalidation blocks until a LOOKUP held in that directory has been answered, and from a
/// receive thread or a task it could deadlock (measured). After the mount has ended everything is a no-op.
public final class KernelNotifier: Sendable {
    private let logger: Logger
    private let uptake: SizeUptake
    private let doorbell: Doorbell
    private let closed: Doorbell
    private let queue = Mutex(Queue())
    private let session = Mutex(SessionPointer())
    private let mayExpire = Atomic(true)

    private enum Notice: Sendable {
        case pages(InodeNumber)
        case goneEntry(String, InodeNumber)
        case staleEntry(String, InodeNumber)

        /// Whose locks the kernel takes for it.
        var inode: InodeNumber {
            switch self {
            case .goneEntry(_, let inode), .staleEntry(_, let inode), .pages(let inode): inode
            }
        }
    }

    private struct Queue {
        var notices: [Notice] = []
        /// Some were taken out, and not all of them are sent yet.
        var isSending = false
        var isClosed = false
        var isServed = false
        /// How many requests under way hold a directory's lock.
        var held: [InodeNumber: Int] = [:]
        /// How many READs under way hold locks of a file's pages.
        var read: [InodeNumber: Int] = [:]

        /// Whether the kernel can take it without waiting for an answer of ours.
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

    init(_ logger: Logger, _ uptake: SizeUptake) throws(Errno) {
        self.logger = logger
        self.uptake = uptake
        doorbell = try Doorbell()
        closed = try Doorbell()
    }

    // MARK: Notices

    /// The pages and attributes of a file or directory; of a directory also its cached dirents.
    public func invalidatePages(of inode: InodeNumber) {
        enqueue(.pages(inode))
    }

    /// A name that was removed. Not for a name that still exists: it breaks `pwd` in a directory of that name.
    public func invalidateEntry(_ name: String, in parent: InodeNumber) {
        enqueue(.goneEntry(name, parent))
    }

    /// A name that was added or stands for something else now: the kernel asks for it again. This alone cures a negative
    /// entry.
    /// `ofDirectory`: it is, or was, a directory's; a kernel that cannot expire is then not told.
    public func expireEntry(_ name: String, in parent: InodeNumber, ofDirectory: Bool = false) {
        if ofDirectory, !canExpire { return }
        enqueue(.staleEntry(name, parent))
    }

    /// Whether the kernel looks a name up again without dropping it: since Linux 6.2. Where it cannot, a directory's name
    /// must not be dropped while the directory is there, for that breaks `pwd` in it; it needs a short validity instead.
    public var canExpire: Bool { mayExpire.load(ordering: .relaxed) }

    /// What the kernel said at INIT.
    func settle(canExpire: Bool) {
        mayExpire.store(canExpire, ordering: .relaxed)
    }

    /// The attributes of an inode, its size first of all; sent at once, from any thread.
    ///
    /// Not queued, because an OPEN that has learnt the true size has to send it before its reply, and must not wait
    /// behind an entry invalidation that waits for somebody's LOOKUP. It can be sent from anywhere because without a
    /// range (offset -1) it takes no lock of a directory or page.
    public func invalidateAttributes(of inode: InodeNumber) {
        session.withLock { session in
            guard let pointer = unsafe session.pointer else { return }
            _ = unsafe fuse_lowlevel_notify_inval_inode(pointer, inode.rawValue, -1, 0)
        }
    }

    /// Sends the same, and has the kernel take up the size: also for those who never ask stat(2), like sendfile(2). The file
    /// system is asked for the attributes by `lookAgain`, and must tell the new size already.
    ///
    /// - Returns: False where that cannot be had from here; then only the name, looked up once more, brings the size
    ///   (ESTALE).
    public func takeUp(_ inode: InodeNumber, size: Int64) async -> Bool {
        invalidateAttributes(of: inode)
        return await uptake.take(inode, size: size)
    }

    /// Whether all that was queued has been sent, for tests.
    var isIdle: Bool { queue.withLock { $0.notices.isEmpty && !$0.isSending } }

    private func enqueue(_ notice: Notice) {
        let isQueued = queue.withLock { queue in
            guard !queue.isClosed else { return false }
            queue.notices.append(notice)
            return true
        }
        if isQueued { doorbell.ring() }
    }

    // MARK: Locks

    /// A request arrived for which the kernel holds these directories' locks until it is answered. What is sent about a
    /// name in one of them would block until then; and if the daemon is killed meanwhile, for ever: the blocked thread
    /// cannot end before the request does, and the kernel ends the request only when the last thread has let go of the
    /// device (measured: 2 of 40 kills amid mkdir and rename). So it waits here instead.
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
        if isAwaited { doorbell.ring() }
    }

    /// A READ into the page cache arrived: the kernel holds the locks of its pages until it is answered, and what is sent
    /// about these would block until then. A stalled photo must not keep names from being told.
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
        if isAwaited { doorbell.ring() }
    }

    // MARK: Life

    /// `serve` will be called: on a thread of its own.
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
            let isBlocked = keep(sendFree(notices))
            guard notices.isEmpty || isBlocked else { continue }
            guard !isClosed else { break }
            doorbell.wait()
        }
        queue.withLock { $0.isServed = false }
        closed.ring()
    }

    /// Blocks until `serve` has returned, or the time is over.
    func waitUntilClosed(milliseconds: Int32) {
        if queue.withLock({ $0.isServed }) { closed.wait(milliseconds: milliseconds) }
    }

    /// What is queued is dropped; what is being sent may still block until the kernel is free to take it.
    func close() {
        queue.withLock { queue in
            queue.isClosed = true
            queue.notices = []
        }
        doorbell.ring()
    }

    /// No call into libfuse is under way after this, or begins.
    func forgetSession() {
        session.withLock { unsafe $0.pointer = nil }
    }

    /// Sends what the kernel takes at once. Returns the rest, in which what was said of a directory is in its order.
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

    /// Puts back what has to wait. True when nothing can be sent before the doorbell rings.
    private func keep(_ rest: [Notice]) -> Bool {
        guard !rest.isEmpty else { return false }
        return queue.withLock { queue in
            guard !queue.isClosed else { return false }
            queue.notices = rest + queue.notices
            // Nobody rang for what was released since. Of each inode the first is what the others wait for.
            var seen: Set<InodeNumber> = []
            return !rest.contains { seen.insert($0.inode).inserted && queue.isFree($0) }
        }
    }

    /// The kernel answers ENOENT when it has nothing of the kind cached, which is as good.
    private func send(_ notice: Notice) {
        // The lock is not held while sending, or `invalidateAttributes` would wait; `Session` joins this thread before
        // it destroys what the pointer points to.
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
