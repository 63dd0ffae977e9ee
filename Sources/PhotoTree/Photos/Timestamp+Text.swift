extension Timestamp {
    /// ISO 8601 in UTC, "2026-11-21T08:00:00Z"; only the seconds as a number outside of the years 0 to 9999.
    public var iso8601: String {
        DateText.text(self).map { $0 + "Z" } ?? String(rawValue)
    }
}
