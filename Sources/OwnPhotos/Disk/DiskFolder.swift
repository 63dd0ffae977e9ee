// The only file of this module that passes pointers to the system: all others use names, ranges and bytes.
internal import Glibc

/// What stat(2) tells of a file.
struct PictureStatus: Hashable, Sendable {
    enum Kind: Sendable {
        case file, folder, link, other
        /// The disk fails, or does not answer.
        case unknown
    }

    var kind: Kind
    /// In bytes.
    var size: Int64
    /// Nanoseconds since 1970.
    var modified: Int64
    var device: UInt64
    var inode: UInt64

    fileprivate init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        size = Int64(status.st_size)
        let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        modified = overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Of something that is there, and of which the disk says no more.
    static let unknown = PictureStatus(stat(), .unknown)

    private init(_ status: stat, _ kind: Kind) {
        self.init(status)
        self.kind = kind
    }

    /// Tells one state of the file's bytes from another, without reading them.
    var stamp: String { "\(size)-\(modified)-\(inode)" }
}

/// An open folder. Names are bytes, as the disk has them; no link is followed on the way to anything in it.
final class DiskFolder: Sendable {
    private let descriptor: Int32

    /// Follows links to the folder itself.
    init(at path: String) throws(DiskError) {
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The folder at a path of names below this one; this one's own again for none.
    func folder(_ path: [[UInt8]]) throws(DiskError) -> DiskFolder {
        DiskFolder(descriptor: try opened(path, O_DIRECTORY))
    }

    /// The file at a path of names below this one.
    func file(_ path: [[UInt8]]) throws(DiskError) -> DiskFile {
        // O_NONBLOCK: a named pipe in the file's place must not block the thread.
        try DiskFile(descriptor: try opened(path, O_NONBLOCK))
    }

    private func opened(_ path: [[UInt8]], _ flags: Int32) throws(DiskError) -> Int32 {
        var at = descriptor
        defer { if at != descriptor { close(at) } }
        let path = path.isEmpty ? [[UInt8(ascii: ".")]] : path
        for (index, name) in path.enumerated() {
            let isLast = index == path.count - 1
            let flags = (isLast ? flags : O_DIRECTORY) | O_RDONLY | O_NOFOLLOW | O_CLOEXEC
            let next = unsafe (name + [0]).withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { name in
                    unsafe name.withMemoryRebound(to: CChar.self, capacity: bytes.count) { name in
                        unsafe openat(at, name, flags, 0)
                    }
                } ?? -1
            }
            guard next >= 0 else { throw .last }
            if at != descriptor { close(at) }
            at = next
        }
        defer { at = descriptor }
        return at
    }

    var status: PictureStatus? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? PictureStatus(status) : nil
    }

    /// Of what lies in it under a name; nil where nothing does, `unknown` where the disk does not tell.
    func status(of name: [UInt8]) -> PictureStatus? {
        var status = stat()
        let answer = unsafe (name + [0]).withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: bytes.count) { name in
                    unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
                }
            } ?? -1
        }
        return answer == 0 ? PictureStatus(status) : errno == ENOENT ? nil : .unknown
    }

    /// The names of all that lies in it, but "." and "..", in the order of their bytes.
    func names() throws(DiskError) -> [[UInt8]] {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        guard let stream = unsafe fdopendir(copy) else {
            let failure = DiskError.last
            close(copy)
            throw failure
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { raw in unsafe Array(raw.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .last }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Its path as the kernel knows it now, for watches.
    var ownPath: String { "/proc/self/fd/\(descriptor)" }
}

/// An open file. It is closed when nobody holds it.
final class DiskFile: Sendable {
    private let descriptor: Int32
    let status: PictureStatus

    /// Takes the descriptor of a regular file; anything else is `other`.
    fileprivate init(descriptor: Int32) throws(DiskError) {
        self.descriptor = descriptor
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            self.status = PictureStatus(status)
            throw .last
        }
        self.status = PictureStatus(status)
        guard self.status.kind == .file else { throw .other }
    }

    deinit {
        close(descriptor)
    }

    /// Follows links.
    convenience init(at path: String) throws(DiskError) {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        try self.init(descriptor: descriptor)
    }

    /// Whether its bytes are still those that were there when it was opened, as far as its times tell.
    var isUnchanged: Bool {
        var now = stat()
        guard unsafe fstat(descriptor, &now) == 0 else { return false }
        let current = PictureStatus(now)
        return current.size == status.size && current.modified == status.modified
    }

    /// Whether it has no name any more. On other machines' disks an open file that was removed has a hidden one.
    var isRemoved: Bool {
        var now = stat()
        guard unsafe fstat(descriptor, &now) == 0 else { return false }
        if now.st_nlink == 0 { return true }
        var path = [UInt8](repeating: 0, count: 4096)
        let length = unsafe path.withUnsafeMutableBytes { bytes in
            unsafe bytes.baseAddress.map { base in
                unsafe readlink("/proc/self/fd/\(descriptor)", base.assumingMemoryBound(to: CChar.self), bytes.count)
            } ?? 0
        }
        let name = Array(path.prefix(max(0, length))).pathNames.last ?? []
        return name.starts(with: ".nfs".utf8) || name.starts(with: ".fuse_hidden".utf8)
    }

    /// The bytes of a range; fewer only at the end of the file. Blocks.
    func read(_ range: Range<Int64>) throws(DiskError) -> [UInt8] {
        var failure: DiskError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < buffer.count {
                let got = unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count,
                    Int(range.lowerBound) + count)
                if got > 0 {
                    count += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failure = .last
                    break
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension DiskError {
    /// Of the call that has just failed.
    fileprivate static var last: DiskError {
        switch errno {
        case ENOENT: .absent
        case ENOTDIR, ELOOP, ENXIO: .other
        case EACCES, EPERM: .refused
        case let code: .failed(unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
        }
    }
}
