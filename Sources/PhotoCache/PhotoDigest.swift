internal import Crypto
internal import Foundation

/// The running SHA-256 of a photo's bytes, taken in order.
package struct PhotoDigest: Sendable {
    private var hash = SHA256()

    package init() {}

    package mutating func update(_ bytes: [UInt8]) {
        hash.update(data: bytes)
    }

    /// The digest of the bytes so far, in the form of `KnownFile.digest`: "sha256:" and lower-case hexadecimal.
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

extension CacheFile {
    /// The digest of the first `length` bytes; nil when not all of them can be read. Blocks.
    func digest(length: Int64) -> String? {
        var digest = PhotoDigest()
        var offset: Int64 = 0
        while offset < length {
            guard case .bytes(let bytes) = read(offset..<min(length, offset + (128 << 10)), blocking: true),
                !bytes.isEmpty
            else { return nil }
            digest.update(bytes)
            offset += Int64(bytes.count)
        }
        return digest.text
    }
}

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
