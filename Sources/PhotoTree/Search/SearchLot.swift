/// The random numbers of a draw: the same lot always draws the same.
public struct SearchLot: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// - Parameter page: A query's page, which is the number of its lot.
    public init(page: Int) {
        state = UInt64(bitPattern: Int64(page))
    }

    /// SplitMix64.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
