/// What the kernel asks of a file system, by the operations of fuse(4), and what happens to the mount.
///
/// A method runs on the thread that received the request until it first suspends, so an answer from memory costs no
/// thread switch. It must never block that thread. If a signal is about to end the caller, the task is cancelled: a
/// waiting method should then stop waiting and throw `.interrupted`. Each request is answered exactly once, whatever
/// its method does.
///
/// The default implementations refuse: every change with EROFS, `readlink` with EINVAL, `lookAgain` with ENOENT, and
/// `access`, `getxattr`, `listxattr` and `copy` with ENOSYS, after which the kernel never asks again. The default
/// `statfs` reports no blocks. The defaults of methods that only report an event do nothing.
public protocol FileSystem: Sendable {
    /// Where OPEN and READ continue after they have suspended; nil is the common pool.
    var executor: (any TaskExecutor)? { get }
    /// The mount is up: `notifier` may be used from now on, until `destroy`.
    func start(_ notifier: KernelNotifier)
    /// The mount is gone. No method is called after this one.
    func destroy()

    /// "." and ".." ask by number for an inode that the kernel may have forgotten, itself or its parent: handles of
    /// files (open_by_handle_at(2), NFS) then find it again. ENOENT makes such a handle stale.
    func lookup(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry
    /// The attributes of a known inode, as LOOKUP would give them. The mount sends this LOOKUP itself, to make the
    /// kernel take a new size (`KernelNotifier.takeUp`). It raises the lookup count.
    func lookAgain(_ inode: InodeNumber) async throws(Errno) -> Entry
    /// The kernel drops `lookups` of its references to the inode. Never fails, never waits.
    func forget(_ inode: InodeNumber, lookups: UInt64)
    /// READDIRPLUS packed these inodes into a reply, which raises the lookup count of each by one.
    func looked(_ inodes: [InodeNumber])
    func getattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> Attributes
    func setattr(_ inode: InodeNumber, _ change: AttributeChange, by caller: Caller) async throws(Errno) -> Attributes
    func readlink(_ inode: InodeNumber) async throws(Errno) -> String
    /// For access(2) and chdir(2), and only in a mount without `defaultPermissions`. The kernel does not call this for
    /// a path walk (measured), so each operation has to check its caller itself.
    func access(_ inode: InodeNumber, _ wanted: AccessMode, by caller: Caller) async throws(Errno)

    func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry
    func rmdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno)
    func unlink(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno)
    /// `replacing` is false for RENAME_NOREPLACE: then an existing `newName` is refused with EEXIST.
    func rename(
        _ name: String, in parent: InodeNumber, to newName: String, in newParent: InodeNumber, replacing: Bool,
        by caller: Caller
    ) async throws(Errno)
    /// open(2) with O_CREAT of a name that does not exist.
    func create(
        _ name: String, in parent: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile)
    /// mknod(2).
    func makeNode(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry
    /// link(2). The entry must be that of `inode`.
    func link(
        _ inode: InodeNumber, as name: String, in parent: InodeNumber, by caller: Caller
    ) async throws(Errno) -> Entry
    /// symlink(2). The entry must be that of a symbolic link: with another kind the kernel gives the inode up
    /// (measured).
    func symlink(
        _ target: String, as name: String, in parent: InodeNumber, by caller: Caller
    ) async throws(Errno) -> Entry

    func open(_ inode: InodeNumber, _ flags: OpenFlags, by caller: Caller) async throws(Errno) -> OpenedFile
    /// Returns up to `range.count` bytes; fewer only at the end of the file. `throughPageCache` is true if the kernel
    /// fills its page cache (a READ without a lock owner).
    func read(
        _ handle: HandleNumber, _ range: Range<Int64>, throughPageCache: Bool, by caller: Caller
    ) async throws(Errno) -> [UInt8]
    /// write(2). All of `bytes` are written, or it throws.
    func write(_ bytes: [UInt8], to handle: HandleNumber, at offset: Int64, by caller: Caller) async throws(Errno)
    /// fallocate(2).
    func allocate(_ handle: HandleNumber, by caller: Caller) async throws(Errno)
    /// copy_file_range(2): how many of `count` bytes were copied. EOPNOTSUPP makes the kernel read and write them
    /// instead.
    func copy(
        _ count: Int, from source: HandleNumber, at sourceOffset: Int64, to target: HandleNumber, at offset: Int64,
        by caller: Caller
    ) async throws(Errno) -> Int
    /// close(2) of one of the descriptors of `handle`, which gets the error. It comes for each duplicate, also before
    /// the last bytes are written (a shell's `>`, a fork, mmap: measured), and the caller cannot be interrupted
    /// meanwhile. Not called for a handle that needs none.
    func flush(_ handle: HandleNumber, by caller: Caller) async throws(Errno)
    /// The last descriptor of `handle` was closed. Never fails, never waits.
    func release(_ handle: HandleNumber)

    func opendir(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> OpenedDirectory
    /// Entries from `offset` on, as many as are ready; empty at the end. More than `count` have no room in the reply.
    /// Must not wait, because the kernel holds the directory's lock.
    func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset, atMost count: Int
    ) async throws(Errno) -> ArraySlice<DirectoryEntry>
    /// The directory handle was closed. Never fails, never waits.
    func releasedir(_ handle: HandleNumber)

    /// - Throws: `.noData` for an unknown name, `.notSupported` for a name space the file system does not have.
    func getxattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) -> [UInt8]
    func listxattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> [String]
    func setxattr(
        _ name: String, _ value: [UInt8], of inode: InodeNumber, by caller: Caller
    ) async throws(Errno)
    func removexattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno)
    func statfs(_ inode: InodeNumber) async throws(Errno) -> FileSystemStatistics
}
