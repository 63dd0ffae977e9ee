/// Whole seconds since 1970-01-01 00:00:00 UTC; negative before.
public struct Timestamp: RawRepresentable, Hashable, Sendable, Codable, Comparable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public init(_ seconds: Int64) {
        rawValue = seconds
    }

    /// Stands for the time of something that has not happened yet.
    public static let never = Timestamp(0)

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The moment `duration` later, clamped to the first or last possible one; fractions of a second are dropped.
    public static func + (left: Timestamp, right: Duration) -> Timestamp {
        let (sum, isBeyond) = left.rawValue.addingReportingOverflow(right.components.seconds)
        return Timestamp(isBeyond ? (right < .zero ? .min : .max) : sum)
    }

    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .seconds(left.rawValue) - .seconds(right.rawValue)
    }
}
