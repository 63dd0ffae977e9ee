import Glibc

/// rename(2): replaces a file in one step, and never replaces a folder.
public enum FileRenaming {
    /// - Throws: EISDIR and the like if `target` is no file.
    public static func move(_ source: String, over target: String) throws(Errno) {
        guard unsafe rename(source, target) == 0 else { throw Errno(rawValue: errno) }
    }
}
