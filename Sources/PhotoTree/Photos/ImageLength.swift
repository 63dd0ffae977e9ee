/// The possible lengths of a photo's file.
public enum ImageLength {
    /// In bytes: 1 TiB. Larger numbers are errors or attacks.
    public static let longest: Int64 = 1 << 40

    /// `count` if a photo can have that many bytes; else nil.
    public static func possible(_ count: Int64, atMost limit: Int64 = longest) -> Int64? {
        (1...max(1, min(limit, longest))).contains(count) ? count : nil
    }
}
