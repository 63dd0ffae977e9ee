package import PhotoTree
import Synchronization

/// One open handle on a photo, from `PhotoFetcher.open` to `close`. Its length never changes.
package final class OpenPhoto: Sendable {
    package let photo: Photo
    package let key: ImageKey
    /// In bytes.
    package let length: Int64
    /// The host only hinted at the length: at the end of the body it may turn out to be another.
    package let isHinted: Bool
    let number: UInt64
    private let closed = Mutex(false)

    /// True after `close`. A read may still be under way for a reader that a signal ended: that reader was answered at
    /// once, so the read has nobody to report to.
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
