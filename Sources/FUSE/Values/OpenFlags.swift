/// The flags of open(2) that reach a daemon.
public struct OpenFlags: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// O_ACCMODE is not O_RDONLY, or O_TRUNC or O_APPEND is set (open(2), Linux values).
    public var wantsToWrite: Bool {
        rawValue & 0o3 != 0 || rawValue & 0o3000 != 0
    }
}

/// The answer to open and create.
public struct OpenedFile: Hashable, Sendable {
    public var handle: HandleNumber
    /// FOPEN_DIRECT_IO: reads bypass the page cache.
    public var direct: Bool
    /// FOPEN_KEEP_CACHE: pages cached by earlier opens stay valid.
    public var keepsCache: Bool
    /// FOPEN_NOFLUSH: close(2) sends no FLUSH.
    public var needsNoFlush: Bool

    public init(handle: HandleNumber, direct: Bool = false, keepsCache: Bool = true, needsNoFlush: Bool = true) {
        self.handle = handle
        self.direct = direct
        self.keepsCache = keepsCache
        self.needsNoFlush = needsNoFlush
    }
}

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
