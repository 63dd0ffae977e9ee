/// The Retry-After header: seconds, or a date (RFC 9110 §10.2.3).
enum RetryAfter {
    /// `unixTime` is the wall clock in seconds. Nil if `text` is neither form; zero for a date that is past.
    static func parse(_ text: String, unixTime: Int64) -> Duration? {
        let text = String(text.drop { $0 == " " }.prefix(64))
        if let seconds = Int64(text) {
            return seconds >= 0 ? .seconds(seconds) : nil
        }
        return HTTPDate.parse(text).map { .seconds(max(0, $0 - unixTime)) }
    }
}

/// The date of HTTP headers in its three forms (RFC 9110 §5.6.7), as seconds since 1970.
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT" or "Sun Nov  6 08:49:37 1994".
    package static func parse(_ text: String) -> Int64? {
        var day: Int64?
        var month: Int64?
        var year: Int64?
        var time: Int64?
        // The three forms differ only in order and separators, so each word can be recognized by itself.
        for word in text.lowercased().split(whereSeparator: { " ,-".contains($0) }) {
            if word.contains(":") {
                time = seconds(word)
            } else if let index = months.firstIndex(of: String(word)) {
                month = Int64(index) + 1
            } else if let number = Int64(word), number >= 0 {
                if day == nil { day = number } else if year == nil { year = number }
            }
        }
        guard let day, let month, let time, var year, (1...31).contains(day), year < 10_000 else { return nil }
        if year < 100 { year += year < 70 ? 2_000 : 1_900 }
        return days(year: year, month: month, day: day) * 86_400 + time
    }

    private static func seconds(_ word: Substring) -> Int64? {
        let parts = word.split(separator: ":").map { Int64($0) ?? -1 }
        guard parts.count == 3, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    /// Days since 1970 of a date after year 0. The year is taken to begin in March, so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let month = month > 2 ? month - 3 : month + 9
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468
    }
}
