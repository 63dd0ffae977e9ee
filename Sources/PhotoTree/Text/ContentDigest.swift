internal import Crypto
internal import FoundationEssentials

/// Identifies contents over the lives of programs.
public enum ContentDigest {
    /// Half of SHA-256, in hexadecimal digits: two contents that differ have two.
    public static func of(_ pieces: [UInt8]...) -> String {
        var hash = SHA256()
        for piece in pieces { hash.update(data: piece) }
        let digits = Array("0123456789abcdef")
        return String(hash.finalize().prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
