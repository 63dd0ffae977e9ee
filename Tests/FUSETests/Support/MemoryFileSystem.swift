import FUSE
import Synchronization

/// A file system in memory: `build` makes it, `before` holds its methods up or makes them fail, and it keeps account of
/// lookups and handles.
final class MemoryFileSystem: FileSystem {
    struct Operation: Hashable, Sendable {
        var name: String
        var inode: InodeNumber
        /// Of the entry, where the operation has one.
        var entry: String = ""
    }

    /// Called at the beginning of each method.
    let before: @Sendable (Operation) async throws(Errno) -> Void
    let state: Mutex<State>
    let validity: Duration

    init(
        _ tree: Tree, validity: Duration = .seconds(3600),
        before: @escaping @Sendable (Operation) async throws(Errno) -> Void = { _ in }
    ) {
        state = Mutex(State(tree))
        self.validity = validity
        self.before = before
    }

    /// The inodes of which the kernel holds references, and how many.
    var held: [InodeNumber: Int] { state.withLock { $0.lookups.filter { $0.value != 0 } } }
    var openHandles: Int { state.withLock { $0.handles.count } }
    var isDestroyed: Bool { state.withLock { $0.isDestroyed } }
    var notifier: KernelNotifier? { state.withLock { $0.notifier } }

    func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    func inode(_ path: String) -> InodeNumber? { state.withLock { $0.inode(path) } }

    func start(_ notifier: KernelNotifier) {
        state.withLock { $0.notifier = notifier }
    }

    func destroy() {
        state.withLock { $0.isDestroyed = true }
    }

    func lookup(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        try await before(Operation(name: "lookup", inode: parent, entry: name))
        return state.withLock { state in
            guard let inode = state.nodes[parent]?.children[name], let entry = state.entry(inode, validity) else {
                return .negative(validity: validity)
            }
            state.lookups[inode, default: 0] += 1
            return entry
        }
    }

    func forget(_ inode: InodeNumber, lookups: UInt64) {
        state.withLock { $0.lookups[inode, default: 0] -= Int(lookups) }
    }

    func looked(_ inodes: [InodeNumber]) {
        state.withLock { state in
            for inode in inodes { state.lookups[inode, default: 0] += 1 }
        }
    }

    func getattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> Attributes {
        try await before(Operation(name: "getattr", inode: inode))
        guard let attributes = state.withLock({ $0.attributes(inode, validity) }) else { throw .noEntry }
        return attributes
    }

    func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        try await before(Operation(name: "mkdir", inode: parent, entry: name))
        return try state.withLock { state throws(Errno) in
            guard state.nodes[parent]?.children[name] == nil else { throw .exists }
            let inode = state.add(Tree.directory([:]), named: name, to: parent)
            guard let entry = state.entry(inode, validity) else { throw .noEntry }
            state.lookups[inode, default: 0] += 1
            return entry
        }
    }

    func create(
        _ name: String, in parent: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile) {
        try await before(Operation(name: "create", inode: parent, entry: name))
        return try state.withLock { state throws(Errno) in
            let inode = state.add(.file([]), named: name, to: parent)
            guard let entry = state.entry(inode, validity) else { throw .noEntry }
            state.lookups[inode, default: 0] += 1
            return (entry, OpenedFile(handle: state.open(inode)))
        }
    }

    func open(_ inode: InodeNumber, _ flags: OpenFlags, by caller: Caller) async throws(Errno) -> OpenedFile {
        try await before(Operation(name: "open", inode: inode))
        guard !flags.wantsToWrite else { throw .readOnly }
        return OpenedFile(handle: state.withLock { $0.open(inode) })
    }

    func read(
        _ handle: HandleNumber, _ range: Range<Int64>, throughPageCache: Bool, by caller: Caller
    ) async throws(Errno) -> [UInt8] {
        guard let inode = state.withLock({ $0.handles[handle]?.inode }) else { throw .badHandle }
        try await before(Operation(name: throughPageCache ? "read" : "direct read", inode: inode))
        return state.withLock { state in
            let bytes = state.nodes[inode]?.bytes ?? []
            return Array(bytes[Int(clamping: range.lowerBound)...].prefix(range.count))
        }
    }

    func release(_ handle: HandleNumber) {
        state.withLock { _ = $0.handles.removeValue(forKey: handle) }
    }

    func opendir(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> OpenedDirectory {
        try await before(Operation(name: "opendir", inode: inode))
        return OpenedDirectory(handle: state.withLock { $0.open(inode) }, cachesEntries: false)
    }

    func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset, atMost count: Int
    ) async throws(Errno) -> ArraySlice<DirectoryEntry> {
        guard let inode = state.withLock({ $0.handles[handle]?.inode }) else { throw .badHandle }
        try await before(Operation(name: "readdir", inode: inode))
        return state.withLock { $0.handles[handle]?.dirents(validity).dropFirst(Int(offset.rawValue)) ?? [] }
    }

    func releasedir(_ handle: HandleNumber) {
        release(handle)
    }

    func getxattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) -> [UInt8] {
        guard name.hasPrefix("user.") else { throw .notSupported }
        guard let value = state.withLock({ $0.nodes[inode]?.xattrs[name] }) else { throw .noData }
        return value
    }

    func listxattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> [String] {
        state.withLock { ($0.nodes[inode]?.xattrs.keys).map { $0.sorted() } ?? [] }
    }
}
