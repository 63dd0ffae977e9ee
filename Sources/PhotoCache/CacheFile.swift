// The only file of this module that passes pointers to the system: all others use names, ranges and bytes.
internal import CDisk
internal import Glibc
internal import Synchronization

/// Tells one state of a file from another without reading it: a write, a truncation or a replacement changes it.
struct FileIdentity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var length: Int64
    var changedSeconds: Int64
    var changedNanoseconds: Int64
    /// Nanoseconds since 1970: when the photo was last viewed.
    var modified: Int64
    var isRegular: Bool

    fileprivate init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        length = Int64(status.st_size)
        changedSeconds = Int64(status.st_ctim.tv_sec)
        changedNanoseconds = Int64(status.st_ctim.tv_nsec)
        let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        modified = overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec)
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }

    func isSameFile(as other: FileIdentity) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// An errno, as the system gave it.
struct SystemError: Error, Hashable, Sendable {
    var code: Int32

    static let notFound = SystemError(code: ENOENT)
    /// The disk, or the user's share of it, is full.
    var isNoRoom: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether the process or the machine lacks descriptors or memory, which says nothing about the file.
    var isLackOfResources: Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }

    var text: String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// The error of the call that has just failed.
    fileprivate static var last: SystemError { SystemError(code: errno) }
}

/// One open file of the cache; it is closed when nobody holds it.
final class CacheFile: Sendable {
    enum Reading: Sendable {
        /// Fewer than asked for only at the end of the file.
        case bytes([UInt8])
        /// The bytes may have to come from the disk: read again where a call may block.
        case wouldBlock
        case failed(SystemError)
    }

    private let descriptor: Int32
    private let stream = Mutex(Stream())

    /// What a reader from the beginning to the end wants next.
    private struct Stream {
        var next: Int64 = 0
        /// Where the range that was read ahead ends; nil while the page cache has had all bytes.
        var asked: Int64?
    }

    /// How far ahead of the reader to read: far enough that the reader seldom waits for the disk, and wasted reads are
    /// no more than one photo.
    private static let reach: Int64 = 4 << 20
    /// Linux reads no more for one call than the disk takes in one request, which is 512 KiB on a plain disk.
    private static let request: Int64 = 512 << 10

    /// How many descriptors this process may have (getrlimit(2)).
    static var maximumDescriptors: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    fileprivate init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a regular file anywhere for reading. It follows a link; anything else is `.notFound`.
    convenience init(reading path: String) throws(SystemError) {
        // O_NONBLOCK: as for a file of the cache.
        let opened = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw .last }
        self.init(descriptor: opened)
        guard try identity().isRegular else { throw .notFound }
    }

    deinit {
        close(descriptor)
    }

    /// Bytes of `range`. With `blocking` false, only what the page cache holds.
    func read(_ range: Range<Int64>, blocking: Bool) -> Reading {
        var failure: SystemError?
        var wouldBlock = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < buffer.count {
                let whole = UnsafeMutableRawBufferPointer(buffer)
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: whole[count...])
                let got = unsafe readOnce(into: rest, at: range.lowerBound + Int64(count), blocking: blocking)
                if got > 0 {
                    count += got
                } else if got == 0 {
                    break
                } else if errno == EAGAIN || errno == EOPNOTSUPP {
                    wouldBlock = true
                    break
                } else if errno != EINTR {
                    failure = .last
                    break
                }
            }
        }
        if let failure { return .failed(failure) }
        return wouldBlock ? .wouldBlock : .bytes(bytes)
    }

    /// The range to read ahead (`willRead`) for a reader that has read `range` and goes on from there. nil where the
    /// page cache has had all bytes so far, or the next ones were asked for already.
    func ahead(of range: Range<Int64>, wasMissing: Bool) -> Range<Int64>? {
        stream.withLock { stream in
            defer { stream.next = range.upperBound }
            guard range.lowerBound == stream.next else {
                stream.asked = nil
                return nil
            }
            if wasMissing, stream.asked == nil { stream.asked = range.upperBound }
            guard let asked = stream.asked, asked - range.upperBound <= Self.reach / 2 else { return nil }
            let start = max(asked, range.upperBound)
            stream.asked = start + Self.reach
            return start..<start + Self.reach
        }
    }

    /// Asks the kernel to read a range into the page cache; blocks only while the requests are made.
    func willRead(_ range: Range<Int64>) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: Int(Self.request)) {
            let length = min(Self.request, range.upperBound - start)
            _ = posix_fadvise(descriptor, Int(start), Int(length), POSIX_FADV_WILLNEED)
        }
    }

    private func readOnce(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64, blocking: Bool) -> Int {
        guard !blocking else { return unsafe pread(descriptor, buffer.baseAddress, buffer.count, Int(offset)) }
        return unsafe cdisk_pread_nowait(descriptor, buffer.baseAddress, buffer.count, offset)
    }

    /// Waits until what was written is on the disk.
    func sync() throws(SystemError) {
        guard fdatasync(descriptor) == 0 else { throw .last }
    }

    /// Writes all of `bytes` at `offset`.
    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, Int(offset) + done)
            }
            if put > 0 {
                done += put
            } else if put == 0 {
                throw SystemError(code: ENOSPC)
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    /// Cuts the file, or makes it longer by zeros.
    func resize(to length: Int64) throws(SystemError) {
        guard ftruncate(descriptor, Int(length)) == 0 else { throw .last }
    }

    func identity() throws(SystemError) -> FileIdentity {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
        return FileIdentity(status)
    }

    private static let digestAttribute = "user.placesfs.digest"
    private static let longestDigest = 128

    /// The digest that was noted with the file; nil where none was, or the file system takes no attributes.
    var notedDigest: String? {
        var buffer = [UInt8](repeating: 0, count: Self.longestDigest)
        let count = unsafe fgetxattr(descriptor, Self.digestAttribute, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(validating: buffer.prefix(count), as: UTF8.self)
    }

    /// Notes the file's digest with it.
    func note(_ digest: String) throws(SystemError) {
        let bytes = Array(digest.utf8)
        guard unsafe fsetxattr(descriptor, Self.digestAttribute, bytes, bytes.count, 0) == 0 else { throw .last }
    }

    /// Sets the modification time to `nanoseconds` since 1970 and leaves the access time (UTIME_OMIT) alone.
    func touch(_ nanoseconds: Int64) throws(SystemError) {
        var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
        let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))]
        guard unsafe futimens(descriptor, times) == 0 else { throw .last }
    }
}

/// A directory held by its descriptor: calls in it need no path and follow no symbolic link.
final class DirectoryDescriptor: Sendable {
    private let descriptor: Int32
    /// True on tmpfs, whose reads never wait for a disk.
    let isInMemory: Bool

    /// Opens `path`; makes it (mode 0700) and its parents when they do not exist.
    convenience init(making path: String) throws(SystemError) {
        var parent = path.startIndex
        while let slash = path[parent...].dropFirst().firstIndex(of: "/") {
            _ = unsafe mkdir(String(path[..<slash]), 0o755)
            parent = slash
        }
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .last }
        try self.init(existing: path)
    }

    init(existing path: String) throws(SystemError) {
        descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        isInMemory = descriptor >= 0 && cdisk_is_in_memory(descriptor) != 0
        guard descriptor >= 0 else { throw .last }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Bytes that its file system can still take.
    var available: Int64 { cdisk_available(descriptor) }

    /// Opens a regular file for reading; anything else under that name is `.notFound`.
    func open(_ name: String) throws(SystemError) -> CacheFile {
        // O_NONBLOCK: a named pipe in the file's place must not block the thread.
        let opened = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0)
        guard opened >= 0 else { throw errno == ELOOP || errno == ENXIO ? .notFound : .last }
        let file = CacheFile(descriptor: opened)
        guard try file.identity().isRegular else { throw .notFound }
        return file
    }

    /// Creates a file for reading and writing, which only its owner can read.
    func create(_ name: String) throws(SystemError) -> CacheFile {
        let opened = unsafe openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .last }
        return CacheFile(descriptor: opened)
    }

    func identity(of name: String) throws(SystemError) -> FileIdentity {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
        return FileIdentity(status)
    }

    func rename(_ name: String, to newName: String) throws(SystemError) {
        try rename(name, to: newName, in: self)
    }

    func rename(_ name: String, to newName: String, in other: DirectoryDescriptor) throws(SystemError) {
        guard unsafe renameat(descriptor, name, other.descriptor, newName) == 0 else { throw .last }
    }

    func remove(_ name: String) throws(SystemError) {
        guard unsafe unlinkat(descriptor, name, 0) == 0 else { throw .last }
    }

    /// Removes a directory only when it is empty.
    func removeDirectory(_ name: String) throws(SystemError) {
        guard unsafe unlinkat(descriptor, name, AT_REMOVEDIR) == 0 else { throw .last }
    }

    /// Calls `body` with every name but "." and "..", in no order.
    func forEachName(_ body: (String) -> Void) throws(SystemError) {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        guard let stream = unsafe fdopendir(copy) else {
            let failure = SystemError.last
            close(copy)
            throw failure
        }
        defer { unsafe closedir(stream) }
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                // The end, too, is a nil, and not all names may have come.
                guard errno == 0 else { throw .last }
                return
            }
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in
                unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { body(name) }
        }
    }
}

/// Identifies one file of the cache for as long as it takes up space, even after its name on disk is gone.
///
/// Numbers grow: of two downloads the one with the larger number is the younger.
struct FileNumber: Hashable, Comparable, Sendable {
    let rawValue: UInt64

    init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    static func < (left: FileNumber, right: FileNumber) -> Bool {
        left.rawValue < right.rawValue
    }
}
