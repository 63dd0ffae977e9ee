/// Why there can be no cache. Later failures only cause a miss, or a photo that is passed through.
public enum PhotoCacheError: Error, Hashable, Sendable {
    /// The directory cannot be made, opened or written; the reason is the system's own words.
    case unusable(directory: String, reason: String)
}
