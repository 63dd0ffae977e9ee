import Glibc

/// rename(2), which takes the place of a file in one step and never that of a folder.
public enum FileRenaming {
    /// - Throws: EISDIR and its like when `target` is no file.
    public static func move(_ source: String, over target: String) throws(Errno) {
        guard unsafe rename(source, target) == 0 else { throw Errno(rawValue: errno) }
    }
}
