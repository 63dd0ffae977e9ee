/// The assumed length of a photo's file until its length is learnt.
///
/// An estimate that is too long is harmless, one that is too short is not: programs read to the end of the file but not
/// beyond the length that `stat` gave. A JPEG rarely has more than one byte for each pixel.
public enum SizeEstimate {
    /// In bytes: one for each pixel and 64 KiB, for 1024×1024 pixels where the dimensions are unknown or absurd; from
    /// 64 KiB + 1 to `longest`.
    public static func bytes(width: Int?, height: Int?) -> Int64 {
        guard let width, let height, (1...1_000_000).contains(width), (1...1_000_000).contains(height) else {
            return 1024 * 1024 + allowance
        }
        return min(Int64(width) * Int64(height) + allowance, longest)
    }

    private static let allowance: Int64 = 64 * 1024
    /// The largest estimate. The user may set a higher limit for photos; the standard limit is 64 MiB.
    public static let longest: Int64 = 256 * 1024 * 1024
}

/// How the lengths of photos of one width are estimated, for all photos with numbers from `first` on. Numbers are given
/// out in order, so photos of which something else was told before keep that.
public struct SizeRule: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    public var first: NodeNumber
    /// In bytes.
    public var perPixel: Double

    public init(width: Int, first: NodeNumber, perPixel: Double) {
        self.width = width
        self.first = first
        self.perPixel = perPixel
    }
}
