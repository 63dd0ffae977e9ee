import Glibc

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
