/// Reads the time that a part of a query names: "2019", "2019-07", "2010-2020", "2010-20", "2015-", "before 1950",
/// "1920s", "July 2019", "seit 2015", "19 de marzo de 2019", "2022年11月".
enum SearchDate {
    private typealias Span = (start: Timestamp, end: Timestamp)

    /// nil for a part that is no time.
    static func span(of part: String) throws(SearchPart.Refusal) -> TakenSpan? {
        let text = plain(part)
        if let span = try twoEnds(text, part) { return span }
        let words = split(text)
        for (names, bound) in DateWords.bounds {
            for name in names where words.starts(with: name) {
                guard let unit = try unit(words.dropFirst(name.count)) else { continue }
                switch bound {
                case .before: return TakenSpan(from: nil, to: unit.start)
                case .until: return TakenSpan(from: nil, to: unit.end)
                case .after: return TakenSpan(from: unit.end, to: nil)
                case .since: return TakenSpan(from: unit.start, to: nil)
                case .about: return about(unit)
                }
            }
        }
        if let open = DateWords.openEnds.first(where: { text.hasSuffix($0) }),
            let unit = try unit(split(String(text.dropLast(open.count))))
        {
            return TakenSpan(from: unit.start, to: nil)
        }
        return try unit(words).map { TakenSpan(from: $0.start, to: $0.end) }
    }

    /// Parts as they are meant: "March 28", "2019" is one date, "summer 2021" a word and a year.
    ///
    /// - Parameter parts: What stands between commas.
    /// - Returns: More or fewer of them.
    static func divided(_ parts: [String]) -> [String] {
        var divided: [String] = []
        for part in parts {
            let words = split(plain(part))
            if words.count == 1, year(words[0]) != nil, let last = divided.last {
                let before = split(plain(last))
                if before.count == 2, DateWords.month(before[0]) != nil, day(before[1]) != nil {
                    divided[divided.count - 1] += " " + words[0]
                    continue
                }
            }
            let typed = part.split(whereSeparator: \.isWhitespace).map(String.init)
            // "富士山 冬 2019年": in no other meaning does such a word stand there.
            if typed.count == 1, let (date, season) = easternSeason(part) {
                divided += [season, date]
            } else if typed.count == 2, let season = words.first, DateWords.seasons.contains(season),
                year(words[1]) != nil
            {
                divided += typed
            } else {
                divided.append(part)
            }
        }
        return divided
    }

    /// "2019年春天"
    private static func easternSeason(_ part: String) -> (date: String, season: String)? {
        guard let end = part.firstRange(of: "年")?.upperBound, end != part.endIndex,
            DateWords.easternSeasons.contains(String(part[end...])), (try? span(of: String(part[..<end]))) != nil
        else { return nil }
        return (String(part[..<end]), String(part[end...]))
    }

    /// "2010-2020", "2010-20", "2019-07-2019-09", "2010 to 2020", "from July 2010 to 2020", "between 2010 and 2020".
    private static func twoEnds(_ text: String, _ part: String) throws(SearchPart.Refusal) -> TakenSpan? {
        var words = split(text)
        if let first = words.first, DateWords.rangeBeginnings.contains(first) { words = words.dropFirst() }
        for index in words.indices where DateWords.between.contains(words[index]) {
            let (first, last) = (words[..<index], words[(index + 1)...])
            if DateWords.now.contains(last.joined(separator: " ")), let start = try unit(first)?.start {
                return TakenSpan(from: start, to: nil)
            }
            if let span = try range(first, last, part) { return span }
        }
        for index in words.indices where DateWords.or.contains(words[index]) {
            if let first = try unit(words[..<index]), let last = try unit(words[(index + 1)...]),
                first.end == last.start
            {
                return TakenSpan(from: first.start, to: last.end)
            }
        }
        for index in text.indices where text[index] == "-" {
            let (first, last) = (String(text[..<index]), String(text[text.index(after: index)...]))
            if DateWords.now.contains(last), let start = try unit(split(first))?.start {
                return TakenSpan(from: start, to: nil)
            }
            if first.utf8.count == 4, last.utf8.count == 2, isNumber(last), Int(last).map({ $0 > 12 }) == true {
                if let span = try range([first], [String(first.prefix(2)) + last], part) { return span }
            } else if last.utf8.count >= 4, let span = try range(split(first), split(last), part) {
                return span
            }
        }
        return nil
    }

    private static func split(_ text: String) -> ArraySlice<String> { text.split(separator: " ").map(String.init)[...] }

    private static func range(
        _ first: ArraySlice<String>, _ last: ArraySlice<String>, _ part: String
    ) throws(SearchPart.Refusal) -> TakenSpan? {
        guard let end = try unit(last)?.end else { return nil }
        var start = try unit(first)?.start
        // "July to August 2019", "1er au 15 août 2018"
        for count in [1, 2] where start == nil && last.count > count {
            start = try unit(first + last.suffix(count))?.start
        }
        guard let start else { return nil }
        guard start < end else { throw .init(sentence: "\"\(part)\" ends before it begins") }
        return TakenSpan(from: start, to: end)
    }

    /// "circa 1905": five years more on both sides.
    private static func about(_ unit: Span) -> TakenSpan? {
        guard let first = CivilDate(unit.start), let last = CivilDate(unit.end),
            let start = CivilDate(year: first.year - 5)?.start, let end = CivilDate(year: last.year + 5)?.start
        else { return nil }
        return TakenSpan(from: start, to: end)
    }

    /// A year, month, day, decade or century: "2019", "2019-07", "2019-07-14", "14 july 2019", "14.07.2019", "1920s",
    /// "19th century". Years are 1800 to 2199: other numbers are words to look for.
    private static func unit(_ typed: ArraySlice<String>) throws(SearchPart.Refusal) -> Span? {
        let words = typed.filter { !DateWords.articles.contains($0) && !DateWords.silent.contains($0) }
        // "The 1975" is a band.
        if typed.count == 2, DateWords.articles.contains(typed[typed.startIndex]), year(words.first ?? "") != nil {
            return nil
        }
        if let span = try decade(words) ?? century(words) { return span }
        switch words.count {
        case 1: return try numbers(words[0])
        case 2:
            guard let month = DateWords.month(words[0]), let year = year(words[1]) else { return nil }
            return CivilDate(year: year, month: month)?.span(.month)
        case 3:
            guard let year = year(words[2]) else { return nil }
            for (first, second) in [(words[0], words[1]), (words[1], words[0])] {
                guard let day = day(first), let month = DateWords.month(second) else { continue }
                return try date(year, month, day, words.joined(separator: " "))
            }
            return nil
        default: return nil
        }
    }

    /// "2019", "2019-07", "2019-07-14", "2019-7", "07.2019", "14.07.2019", "2019.07.14", "14/07/2019"
    private static func numbers(_ text: String) throws(SearchPart.Refusal) -> Span? {
        let separator: Character = text.contains(".") ? "." : text.contains("/") ? "/" : "-"
        var fields = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        guard (1...3).contains(fields.count) else { return nil }
        if fields[0].utf8.count <= 2 {
            fields.reverse()
            // Americans write the month first.
            if separator == "/", fields.count == 3, let month = Int(fields[1]), let day = Int(fields[2]) {
                guard month > 12 || day > 12 || month == day else {
                    throw .init(sentence: "\"\(text)\" may be two dates: type \(fields[0])-MM-DD")
                }
                if month > 12 { fields.swapAt(1, 2) }
            }
        }
        guard let year = year(fields[0]),
            fields.dropFirst().allSatisfy({ isNumber($0) && (1...2).contains($0.utf8.count) })
        else { return nil }
        let numbers = fields.dropFirst().compactMap { Int($0) }
        // "2010-20" is a span of years.
        if numbers.count == 1, numbers[0] > 12 { return nil }
        switch numbers.count {
        case 0: return CivilDate(year: year)?.span(.year)
        case 1:
            guard let date = CivilDate(year: year, month: numbers[0]) else {
                throw .init(sentence: "there is no date \(text)")
            }
            return date.span(.month)
        default: return try date(year, numbers[0], numbers[1], text)
        }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ text: String) throws(SearchPart.Refusal) -> Span {
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw .init(sentence: "there is no date \(text)")
        }
        return date.span(.day)
    }

    /// "1920s", "1920's", "1920er Jahre", "50er", "sixties", "années 1920", "años 50", "années soixante"
    private static func decade(_ words: [String]) throws(SearchPart.Refusal) -> Span? {
        guard let last = words.last, words.count == 1 || words.count == 2 && DateWords.decades.contains(words[0]) else {
            return nil
        }
        if let number = words.count == 1 ? DateWords.decadeNames[last] : DateWords.tens[last] {
            return years(1900 + number, 10)
        }
        var digits = last[...]
        if words.count == 1 {
            guard let ending = ["'s", "’s", "s", "er"].first(where: last.hasSuffix) else { return nil }
            digits = digits.dropLast(ending.count)
        }
        guard digits.hasSuffix("0"), isNumber(String(digits)), let number = Int(digits) else { return nil }
        guard number != 20 else {
            throw .init(sentence: "\"\(words.joined(separator: " "))\" may be the 1920s or the 2020s: type four digits")
        }
        // Of two digits only those are of one century.
        let first = digits.utf8.count == 2 && (30...90).contains(number) ? 1900 + number : number
        guard digits.utf8.count == 4 && year(String(digits)) != nil || first != number else { return nil }
        return years(first, 10)
    }

    /// "19th century", "19. Jahrhundert", "XIXe siècle", "siglo XIX"
    private static func century(_ words: [String]) -> Span? {
        guard words.count == 2, let name = words.firstIndex(where: DateWords.centuries.contains) else { return nil }
        let typed = words[1 - name]
        let number = DateWords.romanCenturies[typed] ?? day(typed) ?? 0
        return (19...21).contains(number) ? years(100 * (number - 1), 100) : nil
    }

    private static func years(_ first: Int, _ count: Int) -> Span? {
        guard let start = CivilDate(year: first)?.start, let end = CivilDate(year: first + count)?.start else {
            return nil
        }
        return (start, end)
    }

    private static func year(_ text: String) -> Int? {
        guard text.utf8.count == 4, isNumber(text), let year = Int(text), (1800...2199).contains(year) else {
            return nil
        }
        return year
    }

    /// "14", "14.", "14th", "1er"
    private static func day(_ text: String) -> Int? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard (1...2).contains(digits.utf8.count),
            ["", ".", "st", "nd", "rd", "th", "er", "e", "eme", "º", "o"].contains(text.dropFirst(digits.count)),
            let day = Int(digits), (1...31).contains(day)
        else { return nil }
        return day
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// In lower case, without accents, with hyphens for dashes and no blanks around them.
    private static func plain(_ part: String) -> String {
        var text = PlainText.oneLine(SearchKey.unaccented(SearchVocabulary.halfWidth(part)))
        for dash in ["–", "—", "‐", "‑", "−", "〜", "~"] { text = text.replacingBytes(of: dash, with: "-") }
        text = text.replacingBytes(of: "’", with: "'").replacingBytes(of: "mid-", with: "")
        for spaced in [" - ", " -", "- "] { text = text.replacingBytes(of: spaced, with: "-") }
        return DateWords.western(text)
    }
}
