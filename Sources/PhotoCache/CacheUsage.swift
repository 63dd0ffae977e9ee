/// What the cache holds.
public struct CacheUsage: Hashable, Sendable {
    /// Bytes taken up or reserved, in whole blocks.
    public var bytes: Int64
    /// Bytes; never exceeded.
    public var limit: Int64
    /// Whole photos.
    public var photos: Int
    public var refetched = Refetched()

    /// Photos that this process evicted and fetched again in the last 24 hours.
    public struct Refetched: Hashable, Sendable {
        public var photos = 0
        /// The photos' bytes, counted once for each refetch.
        public var bytes: Int64 = 0
        /// The smallest limit that would have kept all of them, in bytes; nil when there are none.
        public var sufficientLimit: Int64?
    }
}
