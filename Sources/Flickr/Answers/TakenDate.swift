internal import PhotoAPI
internal import PhotoTree

/// Reads Flickr's date taken: "2013-10-06 14:06:41", the camera's local time without a zone, taken as UTC.
enum TakenDate {
    /// Nil if Flickr says that the date is unknown (it then repeats the upload's), or the text is no date ("0000-00-00
    /// 00:00:00"). A date known only to the month, the year or "circa" has a first day; a zero in it counts as one.
    /// `granularity` is Flickr's number for how much is known: 0 all of it, 4 the month, 6 the year, 8 about the year
    /// (https://www.flickr.com/services/api/misc.dates.html).
    static func date(_ text: String?, isUnknown: Bool, granularity: Int?) -> (
        time: Timestamp, precision: DatePrecision
    )? {
        // A longer text is no date, and comparing its characters may take time quadratic in its length.
        guard !isUnknown, let text, text.utf8.count <= 64 else { return nil }
        let halves = text.utf8.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "T") })
        guard let first = halves.first, let date = numbers(first, by: UInt8(ascii: "-")), date.0 > 0 else { return nil }
        let time = halves.count > 1 ? numbers(halves[1], by: UInt8(ascii: ":")) : (0, 0, 0)
        guard let time else { return nil }
        let stamp = CivilTime.timestamp(
            year: date.0, month: max(1, date.1), day: max(1, date.2), hour: time.0, minute: time.1, second: time.2)
        return stamp.map { ($0, precision(granularity, month: date.1, day: date.2)) }
    }

    private static func precision(_ granularity: Int?, month: Int, day: Int) -> DatePrecision {
        switch granularity ?? 0 {
        case 6...: .year
        case 4, 5: month == 0 ? .year : .month
        default: month == 0 ? .year : day == 0 ? .month : .second
        }
    }

    /// Flickr sends Unix timestamps as text. Zero, and times after the year 9999, count as absent.
    static func uploaded(_ value: JSONValue?) -> Timestamp? {
        guard let seconds = value?.integer, (1...253_402_300_799).contains(seconds) else { return nil }
        return Timestamp(Int64(seconds))
    }

    /// Three numbers of one to four digits each. By bytes, because iterating over characters would take a sixth of the
    /// time of reading a photo.
    private static func numbers(_ text: Substring.UTF8View, by separator: UInt8) -> (Int, Int, Int)? {
        var (numbers, part, digits) = ((0, 0, 0), 0, 0)
        for byte in text {
            if byte == separator {
                guard digits > 0, part < 2 else { return nil }
                (part, digits) = (part + 1, 0)
                continue
            }
            guard byte.isDigit, digits < 4 else { return nil }
            digits += 1
            let digit = Int(byte - UInt8(ascii: "0"))
            switch part {
            case 0: numbers.0 = numbers.0 * 10 + digit
            case 1: numbers.1 = numbers.1 * 10 + digit
            default: numbers.2 = numbers.2 * 10 + digit
            }
        }
        return part == 2 && digits > 0 ? numbers : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
