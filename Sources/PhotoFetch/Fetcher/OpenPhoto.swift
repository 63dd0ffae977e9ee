package import PhotoTree
import Synchronization

/// One open handle on a photo, from `PhotoFetcher.open` to `close`. Its length is settled and stays.
package final class OpenPhoto: Sendable {
    package let photo: Photo
    package let key: ImageKey
    /// In bytes.
    package let length: Int64
    /// The host has only hinted at the length: it may turn out to be another one at the end of the body.
    package let isHinted: Bool
    let number: UInt64
    private let closed = Mutex(false)

    /// Whoever had it open has let go of it. A read may still be under way, of a reader that was ended by a signal and was
    /// answered at once: it has nobody to tell anything.
    var isClosed: Bool { closed.withLock { $0 } }

    func close() {
        closed.withLock { $0 = true }
    }

    init(photo: Photo, key: ImageKey, length: Int64, isHinted: Bool, number: UInt64) {
        self.photo = photo
        self.key = key
        self.length = length
        self.isHinted = isHinted
        self.number = number
    }
}
