/// The flags of open(2) that reach a daemon.
public struct OpenFlags: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// O_TRUNC.
    public var truncates: Bool { rawValue & 0o1000 != 0 }

    /// True if O_ACCMODE is not O_RDONLY, or O_TRUNC or O_APPEND is set (open(2), Linux values).
    public var wantsToWrite: Bool {
        rawValue & 0o3 != 0 || rawValue & 0o3000 != 0
    }
}

/// What access(2) checks for the caller (R_OK, W_OK, X_OK); empty checks only whether the file exists (F_OK).
public struct AccessMode: OptionSet, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let execute = AccessMode(rawValue: 1)
    public static let write = AccessMode(rawValue: 2)
    public static let read = AccessMode(rawValue: 4)
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
