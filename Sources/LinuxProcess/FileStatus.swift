import Glibc

/// The result of lstat(2) for a name; for a symbolic link, that of the link itself.
public struct FileStatus: Hashable, Sendable {
    public let owner: UInt32
    public let group: UInt32
    /// Permissions with the set-id and sticky bits.
    public let mode: UInt32
    public let isLink: Bool
    public let isDirectory: Bool

    /// Nil if nothing has that name, or it cannot be seen.
    public init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode & 0o7777)
        isLink = status.st_mode & S_IFMT == S_IFLNK
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }
}
