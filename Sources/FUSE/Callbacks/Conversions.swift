import CFUSE
import Glibc

extension Attributes {
    var stat: Glibc.stat {
        var stat = Glibc.stat()
        stat.st_ino = UInt(inode.rawValue)
        stat.st_mode = kind.mode | UInt32(permissions & 0o7777)
        stat.st_nlink = UInt(linkCount)
        stat.st_uid = userID
        stat.st_gid = groupID
        stat.st_size = Int(size)
        stat.st_blocks = Int(blocks)
        stat.st_blksize = 4096
        stat.st_atim = accessed.timespec
        stat.st_mtim = modified.timespec
        stat.st_ctim = changed.timespec
        return stat
    }
}

extension Attributes.Kind {
    var mode: UInt32 {
        switch self {
        case .file: UInt32(Glibc.S_IFREG)
        case .directory: UInt32(Glibc.S_IFDIR)
        case .symbolicLink: UInt32(Glibc.S_IFLNK)
        }
    }
}

extension Entry {
    /// An inode number of 0 makes it a negative entry.
    var parameters: fuse_entry_param {
        var parameters = fuse_entry_param()
        parameters.entry_timeout = validity.seconds
        guard let attributes else { return parameters }
        parameters.ino = attributes.inode.rawValue
        parameters.generation = generation
        parameters.attr = attributes.stat
        parameters.attr_timeout = attributes.validity.seconds
        return parameters
    }
}

extension FileTime {
    fileprivate init(_ time: Glibc.timespec) {
        self.init(seconds: Int64(time.tv_sec), nanoseconds: UInt32(clamping: time.tv_nsec))
    }

    fileprivate var timespec: Glibc.timespec {
        Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
    }
}

extension AttributeChange {
    /// `mask` holds the FUSE_SET_ATTR bits that say which members of `stat` are to be set.
    init(_ stat: Glibc.stat, _ mask: Int32) {
        self.init()
        if mask & FUSE_SET_ATTR_MODE != 0 { permissions = UInt16(stat.st_mode & 0o7777) }
        if mask & FUSE_SET_ATTR_UID != 0 { userID = stat.st_uid }
        if mask & FUSE_SET_ATTR_GID != 0 { groupID = stat.st_gid }
        if mask & FUSE_SET_ATTR_SIZE != 0 { size = Int64(stat.st_size) }
        if mask & FUSE_SET_ATTR_ATIME != 0 { accessed = .at(FileTime(stat.st_atim)) }
        if mask & FUSE_SET_ATTR_MTIME != 0 { modified = .at(FileTime(stat.st_mtim)) }
        if mask & FUSE_SET_ATTR_ATIME_NOW != 0 { accessed = .now }
        if mask & FUSE_SET_ATTR_MTIME_NOW != 0 { modified = .now }
    }
}

extension FileSystemStatistics {
    var statvfs: Glibc.statvfs {
        var statvfs = Glibc.statvfs()
        statvfs.f_bsize = UInt(blockSize)
        statvfs.f_frsize = UInt(blockSize)
        statvfs.f_blocks = UInt(blocks)
        statvfs.f_bfree = UInt(freeBlocks)
        statvfs.f_bavail = UInt(availableBlocks)
        statvfs.f_files = UInt(files)
        statvfs.f_ffree = UInt(freeFiles)
        statvfs.f_namemax = UInt(maximumNameLength)
        return statvfs
    }
}

extension OpenedFile {
    func write(to file: inout fuse_file_info) {
        file.fh = handle.rawValue
        file.direct_io = direct ? 1 : 0
        file.keep_cache = keepsCache ? 1 : 0
        file.noflush = needsNoFlush ? 1 : 0
    }
}

extension OpenedDirectory {
    func write(to file: inout fuse_file_info) {
        file.fh = handle.rawValue
        file.cache_readdir = cachesEntries ? 1 : 0
        file.keep_cache = keepsCache ? 1 : 0
    }
}

extension Duration {
    /// libfuse takes cache lifetimes in seconds, as floating-point numbers.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

/// A name as the kernel sends it: bytes that may not be UTF-8.
enum FileNameBytes {
    /// In bytes, as in every Linux file system; the kernel allows FUSE up to 1,024.
    static let longest = 255

    /// - Parameters:
    ///   - bytes: The name, ended by a zero byte.
    ///   - foreign: What to throw for a name that is not UTF-8, which no file here can have: `.noEntry` for a name that
    ///     is looked up, `.illegalSequence` for one that is to be created.
    /// - Returns: The name.
    /// - Throws: `foreign`, `.nameTooLong`, or `.invalid` if there is no name.
    static func string(_ bytes: UnsafePointer<CChar>?, foreign: Errno) throws(Errno) -> String {
        guard let bytes = unsafe bytes else { throw .invalid }
        let length = unsafe strlen(bytes)
        guard length <= longest else { throw .nameTooLong }
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: length)
        guard let name = unsafe String(validating: buffer, as: UTF8.self) else { throw foreign }
        return name
    }

    /// The target of a symbolic link. Bytes that are not UTF-8 are replaced: no file here has such a name.
    static func path(_ bytes: UnsafePointer<CChar>?) throws(Errno) -> String {
        guard let bytes = unsafe bytes else { throw .invalid }
        let length = unsafe strlen(bytes)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    }
}
