package import PhotoTree

/// One open handle on a photo, from `PhotoFetcher.open` to `close`. Its length is settled and stays.
package final class OpenPhoto: Sendable {
    package let photo: Photo
    package let key: ImageKey
    /// In bytes.
    package let length: Int64
    /// The host has only hinted at the length: it may turn out to be another one at the end of the body.
    package let isHinted: Bool
    let number: UInt64

    init(photo: Photo, key: ImageKey, length: Int64, isHinted: Bool, number: UInt64) {
        self.photo = photo
        self.key = key
        self.length = length
        self.isHinted = isHinted
        self.number = number
    }
}
