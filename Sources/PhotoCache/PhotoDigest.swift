internal import Crypto
internal import Foundation

/// The running SHA-256 of a photo's bytes, taken in order.
package struct PhotoDigest: Sendable {
    private var hash = SHA256()

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
        hash.update(data: bytes)
    }

    /// Of the bytes so far, as `LearntFile.digest` has it: "sha256:" and lower-case hexadecimal.
    package var text: String {
        let digits: [Character] = Array("0123456789abcdef")
        var text = "sha256:"
        for byte in hash.finalize() {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }
}
