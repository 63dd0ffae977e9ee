/// What was learnt by fetching one rendition of a photo; kept for ever.
public struct KnownFile: Hashable, Sendable, Codable {
    /// The length of the source's file, in bytes.
    public var length: Int64
    /// "sha256:<hex>"; nil while only the length is known.
    public var digest: String?
    /// How many bytes of ours are inserted into it when it is read; nil while that is not decided.
    public var embedded: Int64?

    public init(length: Int64, digest: String?, embedded: Int64? = nil) {
        self.length = length
        self.digest = digest
        self.embedded = embedded
    }

    /// Whether the source has replaced the file: compares the digests where both are known, else the lengths.
    public func isOther(than file: KnownFile) -> Bool {
        guard let digest, let other = file.digest else { return length != file.length }
        return digest != other
    }
}

/// The possible lengths of a photo's file.
public enum ImageLength {
    /// In bytes: 1 TiB. Larger numbers are errors or attacks.
    public static let longest: Int64 = 1 << 40

    /// `count` if a photo can have that many bytes; else nil.
    public static func possible(_ count: Int64, atMost limit: Int64 = longest) -> Int64? {
        (1...max(1, min(limit, longest))).contains(count) ? count : nil
    }
}
