package import PhotoTree

/// Where a photo's bytes are, as `user.places.state` says it.
package enum FetchState: Hashable, Sendable {
    case remote
    /// The part of the photo that has arrived, 0 to 1; 0 while its length is unknown.
    case downloading(Double)
    case cached
}

/// What went wrong last with a photo.
package struct FetchFailure: Hashable, Sendable {
    package var error: FetchError
    /// How long until a reader may start another try; zero or less means now.
    package var retryIn: Duration
}

/// One download under way, for the status file.
package struct DownloadStatus: Hashable, Sendable {
    package var photo: PhotoID
    package var title: String
    package var rendition: String
    /// Bytes present; for a passed-through photo, how far its readers have come.
    package var received: Int64
    /// The photo's length in bytes, where it is known.
    package var length: Int64?
    /// Reads and opens that wait for this download.
    package var waiting: Int
    /// Open handles.
    package var handles: Int
    /// Not kept in the cache: too large for it, or no room.
    package var isPassedThrough: Bool
}
