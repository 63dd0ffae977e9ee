internal import Crypto
internal import Foundation

/// The running digest of a photo's bytes by the algorithm with which its source names them ("sha1:…"). It tells damaged
/// or exchanged bytes, and is no protection from a source that means ill.
package struct NamedDigest: Sendable {
    private var hash = Insecure.SHA1()

    /// Nil where the source names none, or one by another algorithm.
    package init?(naming name: String?) {
        guard let name, name.hasPrefix(Self.prefix) else { return nil }
    }

    package mutating func update(_ bytes: [UInt8]) {
        hash.update(data: bytes)
    }

    /// Of the bytes so far: "sha1:" and lower-case hexadecimal.
    package var text: String {
        let digits: [Character] = Array("0123456789abcdef")
        return hash.finalize().reduce(into: Self.prefix) { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }

    private static let prefix = "sha1:"
}
