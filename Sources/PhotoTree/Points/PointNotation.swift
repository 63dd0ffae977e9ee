/// Reads a point from a name, in the notations that people copy: decimal degrees, with or without compass letters or
/// the words latitude and longitude; degrees with minutes and seconds; a geo: address (`GeoQuery`); the `@` of a map's
/// address; what programs write (`StandardPoint`); words before the point, and behind it.
struct PointNotation {
    struct Number {
        var value: Double
        var hasFraction: Bool
        var decimals = 0
        var isBehindColon = false
    }

    var rest: ArraySlice<Unicode.Scalar>

    init(_ text: some Sequence<Unicode.Scalar>) {
        rest = Array(text)[...]
    }

    static func read(_ name: String) -> PointReading {
        let prefix = ["geo:", "@"].first { name.lowercased().hasPrefix($0) } ?? ""
        // No notation does without numbers: most names end here.
        guard !prefix.isEmpty || name.hasDigit else { return .other }
        let text = name.unicodeScalars.dropFirst(prefix.unicodeScalars.count)
        let reading = read(text, isAddress: !prefix.isEmpty)
        guard prefix.isEmpty else {
            guard prefix == "geo:", let query = GeoQuery(text) else { return reading }
            return query.refined(reading, searched: read(query.searched))
        }
        guard reading == .other else { return reading }
        return StandardPoint.read(name) ?? labelled(text) ?? behindWords(text) ?? .other
    }

    private static func read(_ scalars: Substring.UnicodeScalarView, isAddress: Bool) -> PointReading {
        var text = scalars
        if let decimals = decimalCommas(text) { return decimals }
        let opening = text.first.flatMap { brackets[$0] }
        if opening != nil { text = text.dropFirst() }
        var notation = PointNotation(text)
        let reading = notation.read(endingWith: opening, isAddress: isAddress)
        return reading == .other && isAddress ? .invalid : reading
    }

    static let brackets: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]", "\"": "\"", "“": "”"]

    /// "48,8584 2,2945": only where both commas can be nothing but decimal commas.
    static func decimalCommas(_ text: some Sequence<Unicode.Scalar>) -> PointReading? {
        var notation = PointNotation(text)
        guard let latitude = notation.commaNumber() else { return nil }
        let hadSemicolon = notation.rest.first == ";"
        if hadSemicolon { notation.rest.removeFirst() }
        // "48,8584, 2,2945": the comma between them is followed by a blank.
        let hadComma = notation.rest.first == ","
        if hadComma { notation.rest.removeFirst() }
        guard notation.skipBlanks() || hadSemicolon, let longitude = notation.commaNumber(), notation.isAtEndOfWord
        else { return nil }
        return notation.isBeforeLastLetter ? .invalid : notation.finished(latitude, longitude)
    }

    mutating func commaNumber() -> Double? {
        var plain = sign()
        let whole = digits()
        guard (1...3).contains(whole.count), rest.first == "," else { return nil }
        rest.removeFirst()
        let fraction = digits()
        guard fraction.count >= 3 else { return nil }
        plain += "\(whole).\(fraction)"
        return Double(plain)
    }

    mutating func read(
        endingWith closing: Unicode.Scalar?, isAddress: Bool, isBehindWords: Bool = false
    ) -> PointReading {
        guard let first = angle(hemispheres: .either) else { return .other }
        let hadBlank = skipBlanks()
        let separator = rest.first
        let hadComma =
            separator == "," || ((first.isMarked || first.hasFraction) && (separator == ";" || separator == "~"))
        if hadComma { rest.removeFirst() }
        skipBlanks()
        let follows: Hemispheres = first.isPrefixed ? .before : first.hemisphere != nil ? .behind : .none
        guard hadComma || hadBlank || first.hemisphere != nil, let second = angle(hemispheres: follows) else {
            return .other
        }
        if let closing {
            skipBlanks()
            guard rest.first == closing else { return .other }
            rest.removeFirst()
        }
        if isAddress {
            skipRestOfAddress()
        } else {
            skipZoom()
            skipPunctuation()
        }
        guard isAtEndOfWord else { return first.isMarked && second.isMarked ? .invalid : .other }
        // "48° 51.5" may be degrees and minutes; so may "2° 17".
        if first.mayLackMinutes, !hadComma, !second.isMarked { return .invalid }
        if second.mayLackMinutes, isBeforeDigit { return .invalid }
        if isBehindWords {
            let isCertain =
                first.isMarked && second.isMarked || min(first.decimals, second.decimals) >= (hadComma ? 2 : 3)
            guard isCertain else { return .other }
        }
        // "12 34 Main Street" is not a point.
        guard hadComma || first.isMarked || (first.hasFraction && second.hasFraction) else { return .other }
        let isPlain = !first.hasFraction && !second.hasFraction && !first.isMarked
        if hadComma, isPlain, beginsWithDecimalComma { return .invalid }
        switch (first.hemisphere, second.hemisphere) {
        // "48.8584, 2.2945 W" is a point in the west.
        case (nil, nil): return isBeforeLastLetter ? .invalid : finished(first.degrees, second.degrees)
        case (let one?, let two?) where one.isLatitude && !two.isLatitude:
            return finished(first.degrees * one.sign, second.degrees * two.sign)
        case (let one?, let two?) where !one.isLatitude && two.isLatitude:
            return finished(second.degrees * two.sign, first.degrees * one.sign)
        default: return .invalid
        }
    }

    func finished(_ latitude: Double, _ longitude: Double) -> PointReading {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return .invalid }
        var words = rest.drop(while: \.properties.isWhitespace)
        while let last = words.last, last.properties.isWhitespace { words.removeLast() }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: words)
        return .point(coordinate, words: String(view))
    }

    // MARK: Angles

    /// Where the compass letter of an angle may stand.
    enum Hemispheres {
        case either, before, behind, none
    }

    struct Angle {
        var degrees: Double
        var hasFraction: Bool
        var decimals: Int
        var hemisphere: Hemisphere?
        var isPrefixed: Bool
        /// Whether it has a degree sign or a compass letter, so that it must be an angle.
        var isMarked: Bool
        /// Whether a number behind it could be its minutes or seconds.
        var mayLackMinutes: Bool
    }

    mutating func angle(hemispheres: Hemispheres) -> Angle? {
        let start = rest
        var hemisphere = hemispheres == .either || hemispheres == .before ? compass(before: true) : nil
        let isPrefixed = hemisphere != nil
        let sign = sign()
        guard let degrees = number(commaBefore: Self.degreeMarks, mayBeginWithPoint: true) else {
            rest = start
            return nil
        }
        var parts = [degrees]
        var isMarked = isPrefixed
        var behind = rest
        skipBlanks()
        if let isWord = skipDegreeMark() {
            isMarked = true
            parts += markedParts(inLetters: isWord)
            behind = rest
        } else {
            rest = behind
        }
        let certain = parts
        parts += plainParts(behind: parts)
        if hemisphere == nil, hemispheres == .either || hemispheres == .behind {
            let before = rest
            skipBlanks()
            hemisphere = abbreviation() ?? compass(before: false)
            if hemisphere == nil { rest = before }
        }
        if parts.count > certain.count, hemisphere == nil, !parts[certain.count].isBehindColon {
            // Numbers with blanks between them are one angle only where a compass letter says so.
            rest = behind
            parts = certain
        }
        guard hemisphere == nil || sign.isEmpty else { return nil }
        guard let value = Self.value(of: parts) else { return nil }
        return Angle(
            degrees: sign == "-" ? -value : value, hasFraction: parts.contains(where: \.hasFraction),
            decimals: parts.map(\.decimals).max() ?? 0, hemisphere: hemisphere, isPrefixed: isPrefixed,
            isMarked: isMarked || hemisphere != nil,
            mayLackMinutes: isMarked && hemisphere == nil && parts.count < 3
                && !parts.contains(where: \.hasFraction))
    }

    /// Skips the degree sign, or the word or letter for it: "48 deg 51' 30.24\" N", "48d51m30sN". Answers whether it
    /// was a letter; nil where there is neither.
    private mutating func skipDegreeMark() -> Bool? {
        if let mark = rest.first, Self.degreeMarks.contains(mark) {
            rest.removeFirst()
            return false
        }
        if skipWord("deg") { return false }
        return skipWord("d") ? true : nil
    }

    /// Skips a unit's name where it is a word of its own, or only a compass letter follows it ("30sN").
    private mutating func skipWord(_ name: String) -> Bool {
        let word = rest.prefix { $0.properties.isAlphabetic }
        guard word.starts(with: name.unicodeScalars) else { return false }
        let behind = word.dropFirst(name.unicodeScalars.count)
        guard behind.isEmpty || behind.count == 1 && behind.allSatisfy({ "NSEW".unicodeScalars.contains($0) }) else {
            return false
        }
        rest = rest[behind.startIndex...]
        return true
    }

    /// Reads minutes and seconds with their signs, or with their letters where the degrees have one.
    private mutating func markedParts(inLetters: Bool) -> [Number] {
        var parts: [Number] = []
        for (marks, letter) in [(Self.minuteMarks, "m"), (Self.secondMarks, "s")] {
            let before = rest
            skipBlanks()
            guard let part = number(commaBefore: Self.secondMarks) else {
                rest = before
                break
            }
            if inLetters, skipWord(letter) {
                parts.append(part)
                continue
            }
            skipBlanks()
            guard let mark = rest.first, marks.contains(mark) else {
                rest = before
                break
            }
            rest.removeFirst()
            // Two minute signs are a second sign.
            if parts.count == 1, Self.minuteMarks.contains(mark) {
                guard let again = rest.first, Self.minuteMarks.contains(again) else {
                    rest = before
                    break
                }
                rest.removeFirst()
            }
            parts.append(part)
        }
        return parts
    }

    /// Reads the minutes and seconds that `known` lacks, behind blanks or colons: "N 48° 51.500" has no minute sign.
    private mutating func plainParts(behind known: [Number]) -> [Number] {
        var parts: [Number] = []
        var hasFraction = known.contains(where: \.hasFraction)
        while known.count + parts.count < 3, !hasFraction {
            let before = rest
            let isColon = rest.first == ":"
            if isColon { rest.removeFirst() }
            guard isColon || skipBlanks() || parts.isEmpty, var part = number() else {
                rest = before
                break
            }
            part.isBehindColon = isColon
            hasFraction = part.hasFraction
            parts.append(part)
        }
        return parts
    }

    /// The degrees of an angle in degrees, minutes and seconds; nil where minutes or seconds are 60 or more.
    private static func value(of parts: [Number]) -> Double? {
        var value = 0.0
        for (index, part) in parts.enumerated() {
            guard index == 0 || part.value < 60 else { return nil }
            value += part.value / [1, 60, 3600][index]
        }
        return value
    }

    /// Reads a compass letter, or its word in the languages that Wikipedia's readers copy from.
    mutating func compass(before: Bool) -> Hemisphere? {
        let letters = rest.prefix { $0.properties.isAlphabetic }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: letters.prefix(8))
        let word = String(view).lowercased()
        guard letters.count <= 8, let found = Hemisphere.words[word] else { return nil }
        let behind = rest.dropFirst(letters.count)
        if before {
            let next = behind.drop(while: \.properties.isWhitespace).first
            guard let next, ("0"..."9").contains(next) else { return nil }
            rest = behind.drop(while: \.properties.isWhitespace)
        } else {
            rest = behind
            // "N., "
            if rest.first == ".", rest.dropFirst().first.map({ $0 == "," || $0.properties.isWhitespace }) ?? true {
                rest.removeFirst()
            }
        }
        return found
    }

    /// Reads "с. ш." and the like: these letters in this order, with any dots and blanks, and no letter behind them.
    private mutating func abbreviation() -> Hemisphere? {
        for (letters, hemisphere) in Hemisphere.abbreviations {
            var ahead = rest
            var isFound = true
            for (index, letter) in letters.unicodeScalars.enumerated() {
                if index > 0 { ahead = ahead.drop { $0 == "." || $0.properties.isWhitespace } }
                guard let next = ahead.first, String(next).lowercased() == String(letter) else {
                    isFound = false
                    break
                }
                ahead.removeFirst()
            }
            guard isFound, ahead.first?.properties.isAlphabetic != true else { continue }
            rest = ahead.first == "." ? ahead.dropFirst() : ahead
            return hemisphere
        }
        return nil
    }

    static let degreeMarks: Set<Unicode.Scalar> = ["°", "º", "˚", "度"]
    static let minuteMarks: Set<Unicode.Scalar> = ["'", "′", "’", "‘", "ʹ", "´", "分"]
    static let secondMarks = minuteMarks.union(["\"", "″", "”", "“", "ʺ", "秒"])
}
