package import PhotoTree

/// Converts a date and time of the Gregorian calendar, taken as UTC.
package enum CivilTime {
    /// Nil if this is no date of the years 1 to 9999. A leap second counts as the second before it.
    package static func timestamp(
        year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Timestamp? {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...length(ofMonth: month, year: year)).contains(day), (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second)
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + min(59, second)
        return Timestamp(Int64(days(year, month, day) * 86_400 + seconds))
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar. The year is taken to begin in March, so that a leap
    /// day is its last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return marchYear * 365 + leapDays + dayOfYear - 719_468
    }
}
