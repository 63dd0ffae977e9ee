/// The answer to opendir.
public struct OpenedDirectory: Hashable, Sendable {
    public var handle: HandleNumber
    /// FOPEN_CACHE_DIR: the kernel may cache the dirents. It has one cache for each inode, not for each handle, so
    /// allow it only while every open handle of the directory has the same version.
    public var cachesEntries: Bool
    /// FOPEN_KEEP_CACHE: the dirents cached from earlier handles are of this version too. A notice alone cannot ensure
    /// that: a handle of an older version may fill the cache after it.
    public var keepsCache: Bool

    public init(handle: HandleNumber, cachesEntries: Bool, keepsCache: Bool = false) {
        self.handle = handle
        self.cachesEntries = cachesEntries
        self.keepsCache = keepsCache
    }
}
