import Glibc

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
