/// A day of the Gregorian calendar.
struct CivilDate: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int

    /// nil for a day that there is not.
    init?(year: Int, month: Int = 1, day: Int = 1) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year)
        else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    init?(_ time: Timestamp) {
        guard let text = DateText.text(time) else { return nil }
        let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// Its first second.
    var start: Timestamp {
        // Years begin in March, so that a leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let fromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Timestamp(Int64(era * 146_097 + dayOfEra - 719_468) * 86_400)
    }

    /// The year, month or day that the date stands for.
    func span(_ precision: DatePrecision) -> (start: Timestamp, end: Timestamp) {
        switch precision {
        case .year: (Self.first(year).start, Self.first(year + 1).start)
        case .month:
            (Self.first(year, month).start, (month == 12 ? Self.first(year + 1) : Self.first(year, month + 1)).start)
        case .day, .second: (start, start + .seconds(86_400))
        }
    }

    private init(first month: Int, of year: Int) { (self.year, self.month, day) = (year, month, 1) }

    private static func first(_ year: Int, _ month: Int = 1) -> CivilDate { CivilDate(first: month, of: year) }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private var isYearsFirst: Bool { month == 1 && day == 1 }
    private var isMonthsFirst: Bool { day == 1 }
    private var isYearsLast: Bool { month == 12 && day == 31 }
    private var isMonthsLast: Bool { day == Self.days(in: month, of: year) }

    /// The longest unit that begins with this day: "2010", "2010-07", "2010-07-14".
    var shortText: String {
        if isYearsFirst { return text(.year) }
        return isMonthsFirst ? text(.month) : text(.day)
    }

    /// The longest unit that begins with this day, in a span that ends with `last`.
    func shortText(upTo last: CivilDate) -> String {
        if isYearsFirst, last.isYearsLast { return text(.year) }
        return isMonthsFirst && last.isMonthsLast ? text(.month) : text(.day)
    }

    /// The longest unit that ends with this day, in a span that begins with `first`.
    func shortEnd(from first: CivilDate) -> String {
        if isYearsLast, first.isYearsFirst { return text(.year) }
        return isMonthsLast && first.isMonthsFirst ? text(.month) : text(.day)
    }

    private func text(_ precision: DatePrecision) -> String {
        String((DateText.text(start) ?? "").prefix(precision.textLength))
    }
}

/// A date and time of the Gregorian calendar, taken as UTC.
package enum CivilTime {
    /// Nil if this is no date of the years 1 to 9999. A leap second counts as the second before it.
    package static func timestamp(
        year: Int, month: Int = 1, day: Int = 1, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) -> Timestamp? {
        guard year > 0, let date = CivilDate(year: year, month: month, day: day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        return date.start + .seconds(hour * 3600 + minute * 60 + min(59, second))
    }
}
