import PhotoTree
import Waiting

/// The answer to a read of a photo that is not kept.
enum PassthroughAnswer: Sendable {
    case bytes([UInt8])
    /// The transfer ended or was removed: look again.
    case again
    case failed(FetchError)
}

/// A read that waits for bytes.
struct PassthroughWaiter {
    var range: Range<Int64>
    /// The range ends with the photo.
    var isEnd: Bool
    /// The photo's digest is not known, so that no end can prove it.
    var lacksDigest = true
    var reply: Reply<PassthroughAnswer>
}

/// What transfers report about the photo.
struct PassthroughReport: Sendable {
    /// Takes the version in an answer's head; returns true when it is another version than before.
    var told: @Sendable (ImageVersion?) -> Bool
    /// The bytes differ from those before; takes what is known of their version.
    var restarted: @Sendable (ImageVersion?) -> Void
    /// The end was reached: the length, and the digest where all bytes were seen.
    var ended: @Sendable (KnownFile) -> Void
    var failed: @Sendable (FetchError) -> Void
}

/// A read that waits for a cursor.
struct PassthroughTurn {
    var number: UInt64
    var key: ImageKey
    var waiter: PassthroughWaiter
    /// The photo's length in bytes, as its readers believe.
    var length: Int64
    var report: PassthroughReport
    var stream: @Sendable (Int64) -> ImageStream
}
