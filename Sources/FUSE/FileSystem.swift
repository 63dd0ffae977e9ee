/// The kernel calls down through this, and only this; one method a FUSE operation (fuse(4)), named as it is there.
///
/// Methods run on the thread that received the request until they first suspend, so what is answered from memory costs
/// no thread switch; they must never block that thread. When the caller is interrupted by a signal that means to end
/// it, the task is cancelled: a method that waits should end its wait and throw `.interrupted`. Whatever a method does,
/// each request is answered exactly once.
///
/// What is left to its default is refused: every change with EROFS, `access`, `getxattr` and `listxattr` with ENOSYS, after
/// which the kernel never asks again, `readlink` with EINVAL and `lookAgain` with ENOENT. `statfs` tells of no blocks, and
/// what is only told does nothing.
public protocol FileSystem: Sendable {
    /// Where OPEN and READ go on once they have waited; nil is the common pool.
    var executor: (any TaskExecutor)? { get }
    /// The mount is up: `notifier` may be used from now on, until `destroy`.
    func start(_ notifier: KernelNotifier)
    /// The mount is gone; no method is called any more.
    func destroy()

    func lookup(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry
    /// The attributes of an inode that is known, as LOOKUP would give them: the mount itself looks, so that the kernel takes
    /// up a new size (`KernelNotifier.takeUp`). It counts as a lookup.
    func lookAgain(_ inode: InodeNumber) async throws(Errno) -> Entry
    /// The kernel drops `lookups` of its references. Never fails, never waits.
    func forget(_ inode: InodeNumber, lookups: UInt64)
    /// READDIRPLUS packed these inodes into a reply: each has one more lookup, as if it had been looked up.
    func looked(_ inodes: [InodeNumber])
    func getattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> Attributes
    func setattr(_ inode: InodeNumber, _ change: AttributeChange, by caller: Caller) async throws(Errno) -> Attributes
    func readlink(_ inode: InodeNumber) async throws(Errno) -> String
    /// access(2) and chdir(2), in a mount without `defaultPermissions` alone: a path walk is not asked for (measured),
    /// so each operation has to check its caller by itself.
    func access(_ inode: InodeNumber, _ wanted: AccessMode, by caller: Caller) async throws(Errno)

    func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry
    func rmdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno)
    func unlink(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno)
    /// `replacing` is false for RENAME_NOREPLACE: an existing `newName` is EEXIST.
    func rename(
        _ name: String, in parent: InodeNumber, to newName: String, in newParent: InodeNumber, replacing: Bool,
        by caller: Caller
    ) async throws(Errno)
    /// open(2) with O_CREAT of a name that does not exist.
    func create(
        _ name: String, in parent: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile)
    /// symlink(2), link(2) and mknod(2), which end alike in a file system that has none of them.
    func makeNode(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry

    func open(_ inode: InodeNumber, _ flags: OpenFlags, by caller: Caller) async throws(Errno) -> OpenedFile
    /// Up to `range.count` bytes; fewer only at the end of the file. `throughPageCache` is true when the kernel fills its
    /// page cache (a READ without a lock owner).
    func read(
        _ handle: HandleNumber, _ range: Range<Int64>, throughPageCache: Bool, by caller: Caller
    ) async throws(Errno) -> [UInt8]
    /// write(2), fallocate(2) and their like.
    func write(_ handle: HandleNumber, by caller: Caller) async throws(Errno)
    /// The last descriptor of `handle` was closed. Never fails, never waits.
    func release(_ handle: HandleNumber)

    func opendir(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> OpenedDirectory
    /// Entries from `offset` on, as many as are at hand; empty at the end. Must not wait: the kernel holds the
    /// directory's lock.
    func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset
    ) async throws(Errno) -> ArraySlice<DirectoryEntry>
    /// The directory handle was closed. Never fails, never waits.
    func releasedir(_ handle: HandleNumber)

    /// - Throws: `.noData` for an unknown name, `.notSupported` for a name space the file system does not have.
    func getxattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) -> [UInt8]
    func listxattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> [String]
    func setxattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno)
    func removexattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno)
    func statfs(_ inode: InodeNumber) async throws(Errno) -> FileSystemStatistics
}
