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
