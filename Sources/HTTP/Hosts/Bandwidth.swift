/// A host's share of the line: a steady rate, and what was not used of it in the last half second.
struct Bandwidth: Sendable {
    private let bytesPerSecond: Int
    /// When all that came so far would have come at this rate.
    private var evenAt: Duration = .seconds(-1)

    private static let credit = Duration.milliseconds(500)

    init(bytesPerSecond: Int) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// How long whoever got `count` bytes now leaves the others before it takes more.
    mutating func take(_ count: Int, at now: Duration) -> Duration {
        let time = Duration.seconds(1) * (Double(count) / Double(bytesPerSecond))
        evenAt = max(evenAt, now - Self.credit) + time
        return max(.zero, evenAt - now)
    }
}
