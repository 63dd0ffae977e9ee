/// How long a photo's file is taken to be until its length is learnt.
///
/// Too long is harmless and too short is not: programs read to the end of the file but not beyond what `stat` told them.
/// A JPEG has rarely more than one byte a pixel.
public enum SizeEstimate {
    /// In bytes: one a pixel and 64 KiB, of 1024×1024 pixels where the dimensions are unknown or absurd; from 64 KiB + 1
    /// to 256 MiB, the longest image that is fetched.
    public static func bytes(width: Int?, height: Int?) -> Int64 {
        guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height) else {
            return 1024 * 1024 + allowance
        }
        return min(Int64(width) * Int64(height) + allowance, longest)
    }

    private static let allowance: Int64 = 64 * 1024
    /// The longest image that is fetched.
    public static let longest: Int64 = 256 * 1024 * 1024
}
