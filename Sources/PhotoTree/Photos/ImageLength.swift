/// How long the file of a photo can be.
public enum ImageLength {
    /// In bytes: 1 TiB. Numbers beyond it come from mistakes and from malice.
    public static let longest: Int64 = 1 << 40

    /// `count` if some photo can have that many bytes; a length that none can have is no length.
    public static func possible(_ count: Int64, atMost limit: Int64 = longest) -> Int64? {
        (1...max(1, min(limit, longest))).contains(count) ? count : nil
    }
}
