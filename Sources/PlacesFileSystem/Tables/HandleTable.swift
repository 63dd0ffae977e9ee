import FUSE
import PhotoFetch
import PhotoTree
import Synchronization

/// What processes have open: photos, files of ours, and directory streams with the snapshot each reads from.
final class HandleTable: Sendable {
    enum File: Sendable {
        case photo(ServedPhoto, NodeNumber, ViewedHandle)
        case thumbnail(OpenThumbnail)
        /// A file of `.small/`.
        case small(OpenSmall)
        /// Read where it lies.
        case own(OpenFile, NodeNumber, ViewedHandle)
        /// A generated file, as it was at its OPEN.
        case content(FileContent)
        /// What is being copied into an album. `inode` is that of a file of ours which it does not replace; nil for
        /// none.
        case spool(Spool, inode: NodeNumber?)
    }

    /// One version of a directory, which a stream shows to its end.
    struct Directory: Sendable {
        var key: DirectoryKey
        var version: Page.Version
        let entries: [Dirent]
        /// The inodes that the stream holds until it is closed: those whose attributes READDIRPLUS returns with it.
        let held: [NodeNumber]

        init(key: DirectoryKey, version: Page.Version, entries: [Dirent]) {
            self.key = key
            self.version = version
            self.entries = entries
            held = entries.filter(\.bringsAttributes).map(\.number)
        }
    }

    private struct Stream {
        var directory: Directory
        /// The kernel may serve the stream from its cache of dirents, and fill that cache from the stream.
        var isCached: Bool
    }

    /// A name in a stream. The attributes that READDIRPLUS returns with it are looked up when it is read.
    struct Dirent: Sendable {
        var name: String
        var number: NodeNumber
        var kind: Attributes.Kind
        /// False for `.` and `..`, and for entries whose attributes only LOOKUP returns.
        var bringsAttributes = true
        /// Set for entries that the kernel looks up each time, so that the answer does not load the listing into memory
        /// again. No photo's, which would be most of what 100,000 of these take.
        var facts: FileFacts?
    }

    private struct Table {
        var last: UInt64 = 0
        var files: [HandleNumber: File] = [:]
        var directories: [HandleNumber: Stream] = [:]
        /// The version that the kernel was last allowed to cache.
        var cached: [DirectoryKey: Page.Version] = [:]

        mutating func next() -> HandleNumber {
            last += 1
            return HandleNumber(last)
        }
    }

    let sentBack = SentBack()
    private let table = Mutex(Table())

    func insert(_ file: File) -> HandleNumber {
        table.withLock { table in
            let handle = table.next()
            table.files[handle] = file
            return handle
        }
    }

    func file(_ handle: HandleNumber) -> File? {
        table.withLock { $0.files[handle] }
    }

    func removeFile(_ handle: HandleNumber) -> File? {
        table.withLock { $0.files.removeValue(forKey: handle) }
    }

    /// Adds a stream and answers what the kernel may do with its dirents.
    ///
    /// The kernel may cache them only while all open streams of the directory show the same version, because it has one
    /// cache per inode (measured: a stream on an older version got foreign names from it). It may use its cached
    /// dirents only when they are of this version: a stream opened before a change fills the cache whenever it is read.
    func insert(_ directory: Directory, isCacheable: Bool) -> OpenedDirectory {
        table.withLock { table in
            let handle = table.next()
            let mayCache =
                isCacheable
                && !table.directories.values.map(\.directory).contains {
                    $0.key == directory.key && $0.version != directory.version
                }
            table.directories[handle] = Stream(directory: directory, isCached: mayCache)
            guard mayCache else { return OpenedDirectory(handle: handle, cachesEntries: false) }
            let before = table.cached.updateValue(directory.version, forKey: directory.key)
            return OpenedDirectory(handle: handle, cachesEntries: true, keepsCache: before == directory.version)
        }
    }

    func directory(_ handle: HandleNumber) -> Directory? {
        table.withLock { $0.directories[handle]?.directory }
    }

    /// Restarts a stream with another version. This is refused if the kernel may cache the stream together with one
    /// that still shows another version: an offset must mean the same entry in both.
    ///
    /// - Returns: Whether the stream shows `directory` from now on.
    func renew(_ handle: HandleNumber, _ directory: Directory) -> Bool {
        table.withLock { table in
            guard let stream = table.directories[handle] else { return false }
            if stream.isCached {
                let isShared = table.directories.contains { other, open in
                    other != handle && open.isCached && open.directory.key == directory.key
                        && open.directory.version != directory.version
                }
                guard !isShared else { return false }
                // The kernel's cache may still hold the version before.
                table.cached[directory.key] = nil
            }
            table.directories[handle]?.directory = directory
            return true
        }
    }

    func removeDirectory(_ handle: HandleNumber) -> Directory? {
        table.withLock { $0.directories.removeValue(forKey: handle)?.directory }
    }

    /// The directory was removed, and its key is never used again.
    func forget(_ key: DirectoryKey) {
        table.withLock { $0.cached[key] = nil }
    }

    /// For how many directories the version that the kernel may cache is known.
    var remembered: Int {
        table.withLock { $0.cached.count }
    }

    var counts: (files: Int, directories: Int) {
        table.withLock { ($0.files.count, $0.directories.count) }
    }
}

/// The last snapshots of directories of photos, so that opening a directory again need not make one: a walk over a
/// thousand places returns to each of them long after its listing left memory.
final class SnapshotTable: Sendable {
    /// How many dirents are kept in all, some 100 bytes each. That is enough for a thousand collections of ten photos
    /// and fifty topics of two hundred. A walk over more than that finds no snapshot, and makes each anew (1 ms,
    /// measured).
    private static let capacity = 120_000

    private struct Table {
        var snapshots: [DirectoryKey: (directory: HandleTable.Directory, lastUse: UInt64)] = [:]
        var dirents = 0
        var uses: UInt64 = 0

        mutating func remove(_ key: DirectoryKey) {
            dirents -= snapshots.removeValue(forKey: key)?.directory.entries.count ?? 0
        }
    }

    private let table = Mutex(Table())

    /// The snapshot of exactly this version.
    func snapshot(of key: DirectoryKey, version: Page.Version) -> HandleTable.Directory? {
        table.withLock { table in
            guard let directory = table.snapshots[key]?.directory, directory.version == version else { return nil }
            table.uses += 1
            table.snapshots[key]?.lastUse = table.uses
            return directory
        }
    }

    func put(_ directory: HandleTable.Directory) {
        table.withLock { table in
            table.remove(directory.key)
            table.uses += 1
            table.snapshots[directory.key] = (directory, table.uses)
            table.dirents += directory.entries.count
            while table.dirents > Self.capacity, table.snapshots.count > 1,
                let oldest = table.snapshots.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                table.remove(oldest.key)
            }
        }
    }

    func remove(_ key: DirectoryKey) {
        table.withLock { $0.remove(key) }
    }
}

/// The threads whose last OPEN of a generated file was answered ESTALE. The kernel looks the name up for them once
/// more, and only once: if the file changed again meanwhile, they would get an error.
final class SentBack: Sendable {
    /// Beyond this number all are forgotten: a thread that was killed never comes back.
    private static let most = 64

    private let threads = Mutex<[Int32: GeneratedFiles.Key]>([:])

    /// Remembers that the thread was sent back.
    ///
    /// - Returns: False when the same file sent the thread back before.
    func add(_ thread: Int32, for key: GeneratedFiles.Key) -> Bool {
        threads.withLock { threads in
            guard threads[thread] != key else { return false }
            if threads.count >= Self.most { threads.removeAll() }
            threads[thread] = key
            return true
        }
    }

    /// The thread has a file open.
    func remove(_ thread: Int32) {
        threads.withLock { threads in
            guard !threads.isEmpty else { return }
            threads[thread] = nil
        }
    }
}
