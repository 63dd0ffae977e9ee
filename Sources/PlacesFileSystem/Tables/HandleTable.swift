import FUSE
import PhotoFetch
import PhotoTree
import Synchronization

/// What processes have open: photos, files of ours, and directory streams with the snapshot each reads from.
final class HandleTable: Sendable {
    enum File: Sendable {
        case photo(ServedPhoto, NodeNumber, ViewedHandle)
        case thumbnail(OpenThumbnail)
        /// A generated file, as it was when it was opened.
        case content(FileContent)
    }

    /// One version of a directory, as its stream shows it to the end.
    struct Directory: Sendable {
        var key: DirectoryKey
        var version: Int64
        /// Moves with names and what they lead to, and not with the content of the files we write.
        var namesVersion: Int64
        let entries: [Dirent]
        /// The inodes that it holds until it ends: those whose attributes it brings along.
        let held: [NodeNumber]

        init(key: DirectoryKey, version: Int64, namesVersion: Int64, entries: [Dirent]) {
            self.key = key
            self.version = version
            self.namesVersion = namesVersion
            self.entries = entries
            held = entries.filter(\.bringsAttributes).map(\.number)
        }
    }

    private struct Stream {
        var directory: Directory
        /// The kernel may serve it from its cache of dirents, and fill that from it.
        var isCached: Bool
    }

    /// A name in a stream; what READDIRPLUS tells of it is looked up when it is read.
    struct Dirent: Sendable {
        var name: String
        var number: NodeNumber
        var kind: Attributes.Kind
        /// Not for `.` and `..`, nor for what is asked for each time.
        var bringsAttributes = true
        /// Of what is asked for each time, so that the answer does not bring the listing back into memory.
        var facts: InodeTable.Facts?
    }

    private struct Table {
        var last: UInt64 = 0
        var files: [HandleNumber: File] = [:]
        var directories: [HandleNumber: Stream] = [:]
        /// The version that the kernel was last allowed to cache.
        var cached: [DirectoryKey: Int64] = [:]

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

    /// Adds a stream and tells what the kernel may do with its dirents.
    ///
    /// It may cache them only while all open streams of the directory show the same version, because its cache is one
    /// per inode (measured: a stream on an older version got foreign names from it). It may use what it has only
    /// when that is of this version: a stream opened before a change fills the cache whenever it is read.
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

    /// A stream begins again, with another version. Not where the kernel may cache it together with one that is still of an
    /// older version: their offsets mean the same entries to it.
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
                // What the kernel holds may still be of the version before.
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

    /// Of how many directories the version is known that the kernel may cache.
    var remembered: Int {
        table.withLock { $0.cached.count }
    }

    var counts: (files: Int, directories: Int) {
        table.withLock { ($0.files.count, $0.directories.count) }
    }
}
