extension FileSystem {
    public var executor: (any TaskExecutor)? { nil }
    public func start(_ notifier: KernelNotifier) {}
    public func destroy() {}
    public func forget(_ inode: InodeNumber, lookups: UInt64) {}
    public func looked(_ inodes: [InodeNumber]) {}

    public func lookAgain(_ inode: InodeNumber) async throws(Errno) -> Entry {
        throw .noEntry
    }

    public func setattr(
        _ inode: InodeNumber, _ change: AttributeChange, by caller: Caller
    ) async throws(Errno) -> Attributes {
        throw .readOnly
    }

    public func readlink(_ inode: InodeNumber) async throws(Errno) -> String {
        throw .invalid
    }

    public func access(_ inode: InodeNumber, _ wanted: AccessMode, by caller: Caller) async throws(Errno) {
        throw .notImplemented
    }

    public func mkdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        throw .readOnly
    }

    public func rmdir(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        throw .readOnly
    }

    public func unlink(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) {
        throw .readOnly
    }

    public func rename(
        _ name: String, in parent: InodeNumber, to newName: String, in newParent: InodeNumber, replacing: Bool,
        by caller: Caller
    ) async throws(Errno) {
        throw .readOnly
    }

    public func create(
        _ name: String, in parent: InodeNumber, _ flags: OpenFlags, by caller: Caller
    ) async throws(Errno) -> (entry: Entry, file: OpenedFile) {
        throw .readOnly
    }

    public func makeNode(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        throw .readOnly
    }

    public func link(
        _ inode: InodeNumber, as name: String, in parent: InodeNumber, by caller: Caller
    ) async throws(Errno) -> Entry {
        throw .readOnly
    }

    public func symlink(
        _ target: String, as name: String, in parent: InodeNumber, by caller: Caller
    ) async throws(Errno) -> Entry {
        throw .readOnly
    }

    public func write(
        _ bytes: [UInt8], to handle: HandleNumber, at offset: Int64, by caller: Caller
    ) async throws(Errno) {
        throw .readOnly
    }

    public func allocate(_ handle: HandleNumber, by caller: Caller) async throws(Errno) {
        throw .readOnly
    }

    public func copy(
        _ count: Int, from source: HandleNumber, at sourceOffset: Int64, to target: HandleNumber, at offset: Int64,
        by caller: Caller
    ) async throws(Errno) -> Int {
        throw .notImplemented
    }

    public func flush(_ handle: HandleNumber, by caller: Caller) async throws(Errno) {}

    public func release(_ handle: HandleNumber) {}
    public func releasedir(_ handle: HandleNumber) {}

    public func getxattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) -> [UInt8] {
        throw .notImplemented
    }

    public func listxattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> [String] {
        throw .notImplemented
    }

    public func setxattr(
        _ name: String, _ value: [UInt8], of inode: InodeNumber, by caller: Caller
    ) async throws(Errno) {
        throw .readOnly
    }

    public func removexattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) {
        throw .readOnly
    }

    public func statfs(_ inode: InodeNumber) async throws(Errno) -> FileSystemStatistics {
        FileSystemStatistics()
    }
}
