/// What a name typed under `pins/` means.
public enum PinName: Hashable, Sendable {
    /// "48.8584,2.2945 Eiffel Tower": a point, and the words behind it without blanks at either end; may be empty.
    case point(Coordinate, words: String)
    /// Begins with a letter: the name of a place, or of a directory that waits for a better one.
    case word(String)

    /// Latitude and longitude in decimal degrees of plain digits with a comma between them, blanks only behind the comma,
    /// words only behind a blank. Nil for everything else that begins with no letter: other notations, a point that is not
    /// on Earth, a name that hides or holds control characters, or is longer than NAME_MAX (255 bytes).
    public init?(_ name: String) {
        guard NameRules.mayBeTyped(name), let first = name.unicodeScalars.first else { return nil }
        if Self.isLetter(first) {
            self = .word(name)
            return
        }
        var rest = name.unicodeScalars[...]
        guard let latitude = Self.number(&rest), rest.popFirst() == "," else { return nil }
        rest = rest.drop(while: \.properties.isWhitespace)
        guard let longitude = Self.number(&rest), rest.first?.properties.isWhitespace ?? true,
            let coordinate = Coordinate(latitude: latitude.value, longitude: longitude.value)
        else { return nil }
        rest = rest.drop(while: \.properties.isWhitespace)
        // "48,85 2,29" is a point written with decimal commas, not the place called 2,29 at 48° north and 85° east.
        guard latitude.hasFraction || longitude.hasFraction || !Self.beginsWithDecimalComma(rest) else { return nil }
        while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
        self = .point(coordinate, words: String(rest))
    }

    /// Takes a sign, digits, a point and digits off the front of `text`; only the first digits are needed.
    private static func number(_ text: inout Substring.UnicodeScalarView) -> (value: Double, hasFraction: Bool)? {
        var plain = ""
        if text.first == "-" || text.first == "+", let sign = text.popFirst() { plain.unicodeScalars.append(sign) }
        let whole = digits(&text)
        guard !whole.isEmpty else { return nil }
        plain += whole
        var hasFraction = false
        if text.first == "." {
            text.removeFirst()
            let fraction = digits(&text)
            if !fraction.isEmpty { plain += "." + fraction }
            hasFraction = true
        }
        return Double(plain).map { ($0, hasFraction) }
    }

    /// Takes the digits of ASCII off the front of `text`.
    private static func digits(_ text: inout Substring.UnicodeScalarView) -> String {
        let digits = text.prefix { ("0"..."9").contains($0) }
        text = text[digits.endIndex...]
        return String(digits)
    }

    private static func beginsWithDecimalComma(_ text: Substring.UnicodeScalarView) -> Bool {
        var rest = text
        guard number(&rest) != nil, rest.popFirst() == "," else { return false }
        return !digits(&rest).isEmpty
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
