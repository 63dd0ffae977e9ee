internal import Crypto

/// The two digests that MediaWiki names files by, in lower-case hexadecimal. Neither guards anything here.
enum Digest {
    /// Its first digits are the folders of a file's address.
    static func md5(_ bytes: [UInt8]) -> String {
        hexadecimal(Insecure.MD5.hash(data: bytes))
    }

    /// What a file's listing says of its original.
    static func sha1(_ bytes: [UInt8]) -> String {
        hexadecimal(Insecure.SHA1.hash(data: bytes))
    }

    private static func hexadecimal(_ digest: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
