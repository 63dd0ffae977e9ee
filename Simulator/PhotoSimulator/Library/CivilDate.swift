/// Dates without time zones, and the forms that HTTP and Flickr use.
enum CivilDate {
    /// Days since 1970-01-01 in the proleptic Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March, so that the leap day is the last day of its year.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The inverse of `days(year:month:day:)`.
    static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Unix seconds, or "2019-05-04" with or without " 18:20:11"; nil for anything else.
    static func seconds(_ text: String) -> Int64? {
        if let seconds = Int(bounded: text) { return Int64(seconds) }
        let numbers = text.split { $0 == "-" || $0 == " " || $0 == ":" || $0 == "T" }.map { Int($0) }
        guard numbers.count == 3 || numbers.count == 6 else { return nil }
        let fields = numbers.compactMap { $0 }
        guard fields.count == numbers.count, (0...9999).contains(fields[0]), (1...12).contains(fields[1]),
            (1...31).contains(fields[2])
        else {
            return nil
        }
        let date = days(year: fields[0], month: fields[1], day: fields[2]) * 86400
        guard fields.count == 6 else { return Int64(date) }
        guard (0...23).contains(fields[3]), (0...59).contains(fields[4]), (0...60).contains(fields[5]) else {
            return nil
        }
        return Int64(date + fields[3] * 3600 + fields[4] * 60 + fields[5])
    }

    /// "Mon, 16 Dec 2024 11:40:31 GMT" (RFC 9110 §5.6.7).
    static func http(_ seconds: Int64) -> String {
        let (days, time) = Int(seconds).quotientAndRemainderOfDay
        let date = civil(days: days)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = weekdays[((days % 7) + 7) % 7]
        let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        return "\(weekday), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) \(clock) GMT"
    }

    /// "2024-12-16 11:40:31".
    static func database(_ seconds: Int64) -> String {
        let (days, time) = Int(seconds).quotientAndRemainderOfDay
        let date = civil(days: days)
        let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        return "\(date.year)-\(twoDigits(date.month))-\(twoDigits(date.day)) \(clock)"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension Int {
    fileprivate var quotientAndRemainderOfDay: (days: Int, time: Int) {
        let time = ((self % 86400) + 86400) % 86400
        return ((self - time) / 86400, time)
    }
}
