import Glibc

/// The result of stat(2) for a file; for a symbolic link that was named, of the link itself.
public struct FileStatus: Hashable, Sendable {
    /// The inode's number.
    public let number: UInt64
    public let owner: UInt32
    public let group: UInt32
    /// Permissions with the set-id and sticky bits.
    public let mode: UInt32
    /// When the inode last changed, in seconds since 1970.
    public let changed: Int64
    /// In bytes.
    public let length: Int64
    public let isLink: Bool
    public let isDirectory: Bool
    public let isRegular: Bool

    /// By lstat(2). Nil if nothing has that name, or it cannot be seen.
    public init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// By fstat(2). Nil if the descriptor is not open.
    public init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether something has that name, and its mode or owner keeps this process from reading or writing it.
    public static func isForbidden(_ path: String) -> Bool {
        let isRefused = unsafe access(path, R_OK | W_OK) != 0 && errno == EACCES
        return isRefused && FileStatus(path) != nil
    }

    private init(_ status: stat) {
        number = UInt64(status.st_ino)
        (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode & 0o7777)
        changed = Int64(status.st_ctim.tv_sec)
        length = Int64(status.st_size)
        isLink = status.st_mode & S_IFMT == S_IFLNK
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }
}

/// Directories that hold nothing.
public enum EmptyDirectory {
    /// mkdir(2); false if something has that name, or it cannot be made.
    public static func make(_ path: String) -> Bool {
        unsafe mkdir(path, 0o777) == 0
    }

    /// rmdir(2); false if something is in the directory or mounted at it, or it cannot be removed.
    public static func remove(_ path: String) -> Bool {
        unsafe rmdir(path) == 0
    }
}

/// rename(2): replaces a file in one step, and never replaces a folder.
public enum FileRenaming {
    /// - Throws: EISDIR and the like if `target` is no file.
    public static func move(_ source: String, over target: String) throws(Errno) {
        guard unsafe rename(source, target) == 0 else { throw Errno(rawValue: errno) }
    }

    /// - Throws: EEXIST where something has the name.
    public static func move(_ source: String, toFree target: String) throws(Errno) {
        if unsafe link(source, target) == 0 {
            _ = unsafe unlink(source)
            return
        }
        // FAT has no hard links.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw Errno(rawValue: errno) }
        let place = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard place >= 0 else { throw Errno(rawValue: errno) }
        close(place)
        try move(source, over: target)
    }
}
