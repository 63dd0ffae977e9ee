/// Times in ISO 8601.
package enum DateText {
    /// When `photo` was taken, "2016-07-14T20:31:05" without a zone, because sources give the local time, or as much of
    /// it as is known ("1923"); where that is unknown, when it was uploaded, "2016-07-15T08:00:00Z". nil if the source
    /// gives a date that is none of these: it is not the upload's.
    static func of(_ photo: Photo) -> String? {
        if photo.taken != nil { return taken(photo) }
        guard !photo.hasOtherDate else { return nil }
        return photo.uploaded.flatMap { text($0) }.map { $0 + "Z" }
    }

    /// When `photo` was taken, as precisely as its source claims: "1923", "1923-05", "1923-05-04" or with a time.
    package static func taken(_ photo: Photo) -> String? {
        photo.taken.flatMap { text($0) }.map { String($0.prefix(photo.takenPrecision.textLength)) }
    }

    /// nil outside of the years 0000 to 9999, which have no agreed form.
    package static func text(_ time: Timestamp) -> String? {
        // -62167219200 is 0000-01-01, 253402300799 the last second of 9999.
        guard (-62_167_219_200...253_402_300_799).contains(time.rawValue) else { return nil }
        var days = time.rawValue / 86400
        var seconds = time.rawValue % 86400
        if seconds < 0 {
            seconds += 86400
            days -= 1
        }
        let (year, month, day) = civil(days)
        var text = Array("0000-00-00T00:00:00".utf8)
        write(year, endingAt: 3, in: &text)
        for (number, end) in [(month, 6), (day, 9), (seconds / 3600, 12), (seconds / 60 % 60, 15), (seconds % 60, 18)] {
            write(number, endingAt: end, in: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The Gregorian date `days` after 1970-01-01. Years begin in March, so that a leap day is the last day of its
    /// year, and are counted in eras of 400 years (146,097 days). `days` must not be before year 0000.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Adding a whole era keeps January and February of year 0000 positive.
        let shifted = days + 719_468 + 146_097
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }

    /// Over zeros.
    private static func write(_ number: Int64, endingAt end: Int, in text: inout [UInt8]) {
        var (rest, index) = (number, end)
        while rest > 0 {
            text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            (rest, index) = (rest / 10, index - 1)
        }
    }
}

extension Timestamp {
    /// ISO 8601 in UTC, "2026-11-21T08:00:00Z"; only the seconds as a number outside of the years 0 to 9999.
    public var iso8601: String {
        DateText.text(self).map { $0 + "Z" } ?? String(rawValue)
    }
}
