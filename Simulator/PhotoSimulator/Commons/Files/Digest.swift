internal import Crypto

/// The two digests by which MediaWiki names files, in lower-case hexadecimal. They protect nothing here.
enum Digest {
    /// The folders in a file's address are its first digits.
    static func md5(_ bytes: [UInt8]) -> String {
        hexadecimal(Insecure.MD5.hash(data: bytes))
    }

    /// The digest in a file's listing, computed over the original.
    static func sha1(_ bytes: [UInt8]) -> String {
        hexadecimal(Insecure.SHA1.hash(data: bytes))
    }

    private static func hexadecimal(_ digest: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
