/// The meaning of a name typed under `pins/`.
public enum PinName: Hashable, Sendable {
    /// "48.8584,2.2945 Eiffel Tower": a point, and the trimmed words behind it; they may be empty.
    case point(Coordinate, words: String)
    /// "V75V+8Q Paris": a plus code without its first letters, and the place that replaces these.
    case nearby(PlusCode, place: String)
    /// The name of a landmark or place, or of a directory that waits to be renamed.
    case word(String)

    /// nil for any other name: a point that is not on Earth or is ambiguous, signs, a hidden name, a name that contains
    /// control characters or is longer than NAME_MAX (255 bytes), a radius outside 10 m to 32 km, a length behind a
    /// point that is written as no radius, a grid reference and a short link. `PinRefusal` says why.
    public init?(_ name: String) {
        guard NameRules.mayBeTyped(name), Self.radius(in: name) != .outOfRange, !UnreadPoint.isCertain(name) else {
            return nil
        }
        let text = PointText(name)
        if let code = PlusCode(beginning: text.plain) {
            let words = text.typed(Self.trimmed(text.plain.unicodeScalars.drop { !$0.properties.isWhitespace }))
            if let point = code.point {
                self = .point(point, words: words)
            } else {
                guard !Self.withoutRadius(words).isEmpty else { return nil }
                self = .nearby(code, place: Self.withoutRadius(words))
            }
            return
        }
        switch PointNotation.read(text.plain) {
        case .point(let coordinate, let words):
            guard Self.bareLength(of: words) == nil else { return nil }
            self = .point(coordinate, words: text.typed(words))
        case .invalid: return nil
        case .other:
            if let (point, words) = Self.codeBehindWords(text.plain) {
                self = .point(point, words: words)
            } else if text.plain.hasDigit, let point = MapAddress.pointOfAddress(text.plain) {
                self = .point(point, words: "")
            } else {
                guard Self.mayBeWord(text.plain) else { return nil }
                self = .word(name)
            }
        }
    }

    /// "Eiffel Tower 8FW4V75V+8Q"
    private static func codeBehindWords(_ name: String) -> (Coordinate, words: String)? {
        guard name.contains("+") else { return nil }
        let words = name.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let last = words.last, let point = PlusCode(beginning: String(last))?.point else {
            return nil
        }
        return (point, words.dropLast().joined(separator: " "))
    }

    /// The radius in metres, where the name has one ("r200m", "r2km").
    public static func radiusInMetres(in name: String) -> Int? {
        if case .metres(let metres) = radius(in: name) { metres } else { nil }
    }

    /// `words` without the radius.
    public static func withoutRadius(_ words: String) -> String {
        let kept = words.split(separator: " ", omittingEmptySubsequences: false).filter { metres(of: $0) == nil }
        return TextCut.trimmed(kept.joined(separator: " ")[...])
    }

    static func hasRadiusOutOfRange(_ name: String) -> Bool { radius(in: name) == .outOfRange }

    /// "2km" of "48.8584,2.2945 2km": who types that wants a radius, and would get none.
    static func bareLength(in name: String) -> String? {
        guard case .point(_, let words) = PointNotation.read(PointText(name).plain) else { return nil }
        return bareLength(of: words)
    }

    private static func bareLength(of words: String) -> String? {
        let length = words.lowercased().filter { !$0.isWhitespace }
        return metres(of: "r\(length)"[...]) == nil ? nil : length
    }

    enum Radius: Equatable {
        case none, outOfRange
        case metres(Int)
    }

    static func radius(in name: String) -> Radius {
        for word in name.split(whereSeparator: \.isWhitespace).dropFirst() {
            guard let metres = metres(of: word) else { continue }
            return (10...32_000).contains(metres) ? .metres(Int(metres.rounded())) : .outOfRange
        }
        return .none
    }

    /// The metres of "r200m", "r0.5km"; nil for other words.
    private static func metres(of word: Substring) -> Double? {
        let scalars = word.lowercased().unicodeScalars[...]
        guard scalars.first == "r", let second = scalars.dropFirst().first, ("0"..."9").contains(second) else {
            return nil
        }
        let unit = scalars.suffix(while: { ("a"..."z").contains($0) })
        let number = String(scalars.dropFirst().dropLast(unit.count))
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let value = Double(number)
        else { return nil }
        switch String(unit) {
        case "m": return value
        case "km": return value * 1000
        default: return nil
        }
    }

    /// Whether `name` begins with a letter, also behind an apostrophe ("'s-Hertogenbosch"), or with a number before a
    /// word ("30 St Mary Axe", "6th of October City").
    private static func mayBeWord(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let first = scalars.first else { return false }
        if isLetter(first) { return true }
        if apostrophes.contains(first) { return scalars.dropFirst().first.map(isLetter) ?? false }
        let digits = scalars.prefix { ("0"..."9").contains($0) }
        var rest = scalars.dropFirst(digits.count)
        for ordinal in ordinals where rest.starts(with: ordinal.unicodeScalars) {
            rest = rest.dropFirst(ordinal.unicodeScalars.count)
            break
        }
        guard (1...4).contains(digits.count), rest.first == " " else { return false }
        return rest.dropFirst().prefix(2).allSatisfy(isLetter) && rest.count > 3
    }

    private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘"]
    private static let ordinals = ["st", "nd", "rd", "th"]

    private static func trimmed(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return TextCut.trimmed(String(view)[...])
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}

extension BidirectionalCollection {
    /// The elements at the end that satisfy `predicate`.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            guard predicate(self[before]) else { break }
            start = before
        }
        return self[start...]
    }
}
