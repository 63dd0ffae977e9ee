internal import PhotoAPI
internal import PhotoTree

/// When a photo was taken, from the free text on the file's page (`DateTimeOriginal` of `extmetadata`): the camera's
/// "2019:05:04 18:20:11", a template's `<time>`, or typed text.
enum DateOriginal {
    typealias Reading = (time: Timestamp, precision: DatePrecision)

    /// Local time, taken as UTC. A year or a month alone, or with "circa", counts as its first day. A decade, a
    /// century, "before" and "between" are no dates, nor is a year before photography.
    static func date(_ html: String) -> Reading? {
        guard !html.isEmpty, html.utf8.count <= 20_000 else { return nil }
        if let stated = Markup.datetime(html), let time = read(stated) { return time }
        let text = PlainText.oneLine(PlainText.from(html: Markup.visible(html)))
        return read(text) ?? statement(html)
    }

    static let firstYear = 1826
    static let lastYear = 2199

    private static func read(_ text: String) -> Reading? {
        // Ignores a note such as "(according to Exif data)".
        let text = ForeignText.bounded(text, maximumBytes: 1000)
        let main = text.prefix { $0 != "(" }
        var words = PlainText.oneLine(String((main.isEmpty ? text[...] : main).prefix(120))).lowercased()
        for phrase in [
            "taken on ", "taken in ", "taken ", "circa ", "about ", "ca. ", "c. ", "ca ", "c ", "on ", "in ",
        ]
        where words.hasPrefix(phrase) {
            words = String(words.dropFirst(phrase.count))
        }
        return numeric(words) ?? spelled(words)
    }

    /// "2019-05-04 18:20:11", with any of the usual separators, or only the first parts, down to the year alone.
    private static func numeric(_ text: String) -> Reading? {
        let pattern =
            #/
            (\d{4}) (?: [-:\/.] (\d{1,2}) (?: [-:\/.] (\d{1,2})
                (?: [t\x20,]+ (\d{1,2}) : (\d{2}) (?: : (\d{2}) (?: \.\d+ )? )? \s* (?: z | utc | gmt | [+-]\d{2}:?\d{2} )? )?
            )? )?
            /#
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        return reading(
            year: match.1, month: match.2.flatMap { Int($0) } ?? (match.2 == nil ? nil : 0), day: match.3,
            time: (match.4, match.5, match.6))
    }

    /// "4 May 2019", "May 4, 2019", "18:20, 4 May 2019", "May 2019".
    private static func spelled(_ text: String) -> Reading? {
        let clock = /(\d{1,2}):(\d{2})(?::(\d{2}))?/
        var date = text
        var time: (Substring?, Substring?, Substring?) = (nil, nil, nil)
        if let match = text.firstMatch(of: clock) {
            time = (match.1, match.2, match.3)
            date.removeSubrange(match.range)
        }
        let parts = date.split { $0 == " " || $0 == "," || $0 == "." }.filter {
            !["at", "utc", "gmt", "z"].contains($0)
        }
        func day(_ text: Substring) -> Substring {
            ["st", "nd", "rd", "th"].contains(text.suffix(2)) ? text.dropLast(2) : text
        }
        switch parts.count {
        case 3:
            if let month = month(parts[1]) {
                return reading(year: parts[2], month: month, day: day(parts[0]), time: time)
            }
            guard let month = month(parts[0]) else { return nil }
            return reading(year: parts[2], month: month, day: day(parts[1]), time: time)
        case 2:
            guard time.0 == nil, let month = month(parts[0]) else { return nil }
            return reading(year: parts[1], month: month, day: nil, time: time)
        default: return nil
        }
    }

    /// A template's machine-readable note, "date QS:P571,+1890-00-00T00:00:00Z/9". The last number is the precision: 9
    /// a year, 10 a month, 11 a day, less is vaguer (https://www.wikidata.org/wiki/Help:Dates).
    private static func statement(_ html: String) -> Reading? {
        guard
            let match = ForeignText.bounded(html, maximumBytes: 4096).firstMatch(
                of: /QS:P\d+,\+(\d{4})-(\d{2})-(\d{2})T\d\d:\d\d:\d\dZ\/(\d{1,2})/),
            let precision = Int(match.4), (9...11).contains(precision)
        else { return nil }
        let month = precision > 9 ? Int(match.2) ?? 0 : nil
        return reading(year: match.1, month: month, day: precision > 10 ? match.3 : nil, time: (nil, nil, nil))
    }

    private static func reading(
        year: Substring, month: Int?, day: Substring?, time: (Substring?, Substring?, Substring?)
    ) -> Reading? {
        guard let year = Int(year), (firstYear...lastYear).contains(year), let dayNumber = Int(day ?? "1"),
            let hour = Int(time.0 ?? "0"), let minute = Int(time.1 ?? "0"), let second = Int(time.2 ?? "0")
        else { return nil }
        let stamp = CivilTime.timestamp(
            year: year, month: month ?? 1, day: dayNumber, hour: hour, minute: minute, second: second)
        return stamp.map { ($0, month == nil ? .year : day == nil ? .month : time.0 == nil ? .day : .second) }
    }

    private static func month(_ word: Substring) -> Int? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        guard word.count >= 3 else { return nil }
        let isShort = word.count == 3 || word == "sept"
        return names.firstIndex { $0 == word || (isShort && $0.hasPrefix(word)) }.map { $0 + 1 }
    }
}
