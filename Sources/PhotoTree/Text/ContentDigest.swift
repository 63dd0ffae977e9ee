internal import Crypto
internal import FoundationEssentials

/// Identifies contents over the lives of programs.
public struct ContentDigest {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ piece: [UInt8]) { hash.update(data: piece) }

    /// Half of SHA-256, in hexadecimal digits: two contents that differ have two.
    package var text: String {
        let digits = Array("0123456789abcdef")
        return String(hash.finalize().prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Of the pieces, one behind the other.
    public static func of(_ pieces: [UInt8]...) -> String {
        var digest = ContentDigest()
        for piece in pieces { digest.add(piece) }
        return digest.text
    }
}
