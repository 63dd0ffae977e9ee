internal import Crypto
internal import Foundation

/// The running digest of a photo's bytes by the algorithm that its source uses ("sha1:…"). It detects damaged or
/// exchanged bytes, but is no protection from a malicious source.
package struct NamedDigest: Sendable {
    private var hash = Insecure.SHA1()

    /// nil where the source gives no digest, or one by another algorithm.
    package init?(naming name: String?) {
        guard let name, name.hasPrefix(Self.prefix) else { return nil }
    }

    package mutating func update(_ bytes: [UInt8]) {
        hash.update(data: bytes)
    }

    /// The digest of the bytes so far: "sha1:" and lower-case hexadecimal.
    package var text: String {
        let digits: [Character] = Array("0123456789abcdef")
        return hash.finalize().reduce(into: Self.prefix) { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
    }

    private static let prefix = "sha1:"
}
