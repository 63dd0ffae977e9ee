/// Limits a host, or all together, to a steady rate of bytes. Rate left unused in the last half second may still be used.
struct Bandwidth: Sendable {
    private let bytesPerSecond: Int
    /// When all bytes so far would have arrived at exactly this rate.
    private var evenAt: Duration = .seconds(-1)

    private static let credit = Duration.milliseconds(500)

    init(bytesPerSecond: Int) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// How long a transfer that has just received `count` bytes must pause before it reads more.
    mutating func take(_ count: Int, at now: Duration) -> Duration {
        let time = Duration.seconds(1) * (Double(count) / Double(bytesPerSecond))
        evenAt = max(evenAt, now - Self.credit) + time
        return max(.zero, evenAt - now)
    }
}
