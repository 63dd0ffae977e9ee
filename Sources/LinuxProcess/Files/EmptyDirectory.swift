internal import Glibc

/// Directories that hold nothing.
public enum EmptyDirectory {
    /// rmdir(2); false if something is in the directory or mounted at it, or it cannot be removed.
    public static func remove(_ path: String) -> Bool {
        unsafe rmdir(path) == 0
    }
}
