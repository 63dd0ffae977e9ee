internal import PhotoAPI
internal import PhotoTree

/// Flickr's date taken: "2013-10-06 14:06:41", the camera's local time without a zone, read as UTC.
enum TakenDate {
    /// Nil when Flickr says that it is unknown (then it repeats the upload's), and for what is no date ("0000-00-00
    /// 00:00:00"). Dates known to the month, the year or "circa" carry a first day; a zero there is read as one.
    static func timestamp(_ text: String?, isUnknown: Bool) -> Timestamp? {
        guard !isUnknown, let text else { return nil }
        let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let first = halves.first, let date = numbers(first, by: "-"), date[0] > 0 else { return nil }
        let time = halves.count > 1 ? numbers(halves[1], by: ":") : [0, 0, 0]
        guard let time, time[0] < 24, time[1] < 60, time[2] <= 60 else { return nil }
        let month = max(1, date[1])
        let day = max(1, date[2])
        guard month <= 12, day <= length(ofMonth: month, year: date[0]) else { return nil }
        let seconds = time[0] * 3600 + time[1] * 60 + min(59, time[2])
        return Timestamp(Int64(days(date[0], month, day) * 86_400 + seconds))
    }

    /// Flickr's Unix timestamps come as text; zero and what lies beyond the year 9999 count as absent.
    static func uploaded(_ value: JSONValue?) -> Timestamp? {
        guard let seconds = value?.integer, (1...253_402_300_799).contains(seconds) else { return nil }
        return Timestamp(Int64(seconds))
    }

    private static func numbers(_ text: Substring, by separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isNumber) }) else {
            return nil
        }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == 3 ? numbers : nil
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar; years are counted from March, so that a leap day
    /// is the last of its year.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return marchYear * 365 + leapDays + dayOfYear - 719_468
    }
}
