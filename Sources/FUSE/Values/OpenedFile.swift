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
