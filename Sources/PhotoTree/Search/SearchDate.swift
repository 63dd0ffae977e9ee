/// Reads the time that a part of a query names: "2019", "2019-07", "2010-2020", "2010-20", "2015-", "before 1950",
/// "1920s", "July 2019".
enum SearchDate {
    /// nil for a part that is no time.
    static func span(of part: String) throws(SearchPart.Refusal) -> TakenSpan? {
        let text = plain(part)
        if let (word, rest) = split(text) {
            switch word {
            case "before": return try unit(rest).map { TakenSpan(from: nil, to: $0.start) }
            case "until": return try unit(rest).map { TakenSpan(from: nil, to: $0.end) }
            case "after": return try unit(rest).map { TakenSpan(from: $0.end, to: nil) }
            case "since": return try unit(rest).map { TakenSpan(from: $0.start, to: nil) }
            case "from":
                guard let to = rest.firstRange(of: " to ") else { return nil }
                return try range(String(rest[..<to.lowerBound]), String(rest[to.upperBound...]), part)
            case "the": return try decade(rest)
            default: break
            }
        }
        if let span = try decade(text) { return span }
        if let unit = try unit(text) { return TakenSpan(from: unit.start, to: unit.end) }
        if text.hasSuffix("-"), let unit = try unit(String(text.dropLast())) {
            return TakenSpan(from: unit.start, to: nil)
        }
        return try twoEnds(text, part)
    }

    /// "2010-2020", "2010-20", "2019-07-2019-09", "2010 to 2020".
    private static func twoEnds(_ text: String, _ part: String) throws(SearchPart.Refusal) -> TakenSpan? {
        if let to = text.firstRange(of: " to ") {
            return try range(String(text[..<to.lowerBound]), String(text[to.upperBound...]), part)
        }
        for index in text.indices where text[index] == "-" {
            let (first, last) = (String(text[..<index]), String(text[text.index(after: index)...]))
            if first.utf8.count == 4, last.utf8.count == 2, isNumber(last), Int(last).map({ $0 > 12 }) == true {
                if let span = try range(first, String(first.prefix(2)) + last, part) { return span }
            } else if last.utf8.count >= 4, let span = try range(first, last, part) {
                return span
            }
        }
        return nil
    }

    private static func range(_ first: String, _ last: String, _ part: String) throws(SearchPart.Refusal) -> TakenSpan?
    {
        guard let start = try unit(first)?.start, let end = try unit(last)?.end else { return nil }
        guard start < end else { throw .init(sentence: "\"\(part)\" ends before it begins") }
        return TakenSpan(from: start, to: end)
    }

    /// "1920s"
    private static func decade(_ text: String) throws(SearchPart.Refusal) -> TakenSpan? {
        let digits = text.hasSuffix("'s") || text.hasSuffix("’s") ? text.dropLast(2) : text.dropLast()
        guard text.hasSuffix("s"), digits.hasSuffix("0"), let start = try unit(String(digits))?.start,
            digits.utf8.count == 4, let end = CivilDate(year: (Int(digits) ?? 0) + 10)?.start
        else { return nil }
        return TakenSpan(from: start, to: end)
    }

    /// A year, month or day: "2019", "2019-07", "2019-07-14", "july 2019". Years are 1800 to 2199: other numbers are
    /// words to look for.
    private static func unit(_ text: String) throws(SearchPart.Refusal) -> (start: Timestamp, end: Timestamp)? {
        if let day = try writtenDay(text) { return day }
        if let (word, rest) = split(text) {
            guard let month = months.firstIndex(where: { $0 == word || $0.prefix(3) == word }), let year = year(rest),
                let date = CivilDate(year: year, month: month + 1)
            else { return nil }
            return date.span(.month)
        }
        let fields = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard (1...3).contains(fields.count), let year = year(fields[0]),
            fields.dropFirst().allSatisfy({ $0.utf8.count == 2 && isNumber($0) })
        else { return nil }
        let numbers = fields.dropFirst().compactMap { Int($0) }
        // "2010-20" is a span of years.
        if numbers.count == 1, numbers[0] > 12 { return nil }
        guard let date = CivilDate(year: year, month: numbers.first ?? 1, day: numbers.count > 1 ? numbers[1] : 1)
        else {
            throw .init(sentence: "there is no date \(text)")
        }
        return date.span(numbers.isEmpty ? .year : numbers.count == 1 ? .month : .day)
    }

    /// "14 july 2019"
    private static func writtenDay(_ text: String) throws(SearchPart.Refusal) -> (start: Timestamp, end: Timestamp)? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 3, words[0].utf8.count <= 2, isNumber(words[0]), let day = Int(words[0]),
            let month = months.firstIndex(where: { $0 == words[1] || $0.prefix(3) == words[1] }),
            let year = year(words[2])
        else { return nil }
        guard let date = CivilDate(year: year, month: month + 1, day: day) else {
            throw .init(sentence: "there is no date \(text)")
        }
        return date.span(.day)
    }

    private static func year(_ text: String) -> Int? {
        guard text.utf8.count == 4, isNumber(text), let year = Int(text), (1800...2199).contains(year) else {
            return nil
        }
        return year
    }

    private static func isNumber(_ text: String) -> Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// The first word of several, and the rest.
    private static func split(_ text: String) -> (word: String, rest: String)? {
        guard let blank = text.firstIndex(of: " ") else { return nil }
        return (String(text[..<blank]), String(text[text.index(after: blank)...]))
    }

    /// In lower case, with hyphens for dashes and no blanks around them.
    private static func plain(_ part: String) -> String {
        var text = PlainText.oneLine(part.lowercased())
        for dash in ["–", "—", "‐", "‑", "−"] { text = text.replacingBytes(of: dash, with: "-") }
        for spaced in [" - ", " -", "- "] { text = text.replacingBytes(of: spaced, with: "-") }
        return text
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}
