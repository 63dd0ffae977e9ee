import PhotoTree
import Synchronization

/// Why the name that was refused last could not be made in a directory: `user.places.error` of `places/`, its countries and
/// `pins/`.
final class RefusedNames: Sendable {
    private let last = Mutex<[DirectoryKey: (at: Timestamp, sentence: String)]>([:])

    /// The last refusal in `key`; nil when nothing was refused there.
    func last(in key: DirectoryKey) -> (at: Timestamp, sentence: String)? {
        last.withLock { $0[key] }
    }

    func note(_ sentence: String, in key: DirectoryKey, at now: Timestamp) {
        last.withLock { $0[key] = (now, sentence) }
    }

    /// Something was made there since, so the reason is of no use any more.
    func forget(in key: DirectoryKey) {
        last.withLock { _ = $0.removeValue(forKey: key) }
    }
}
