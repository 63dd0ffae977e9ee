/// The answer to opendir.
public struct OpenedDirectory: Hashable, Sendable {
    public var handle: HandleNumber
    /// FOPEN_CACHE_DIR: the kernel may keep the dirents. Its cache is one per inode, not per handle: allow it only while
    /// every open handle of the directory holds the same version.
    public var cachesEntries: Bool
    /// FOPEN_KEEP_CACHE: what it kept of earlier handles is of this version too. Notices alone do not see to that: a
    /// handle of an older version may fill the cache after one.
    public var keepsCache: Bool

    public init(handle: HandleNumber, cachesEntries: Bool, keepsCache: Bool = false) {
        self.handle = handle
        self.cachesEntries = cachesEntries
        self.keepsCache = keepsCache
    }
}
