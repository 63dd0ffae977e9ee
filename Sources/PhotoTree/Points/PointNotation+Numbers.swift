/// Numbers, and what stands around a point.
extension PointNotation {
    mutating func sign() -> String {
        guard let first = rest.first, ["-", "+", "−"].contains(first) else { return "" }
        rest.removeFirst()
        return first == "+" ? "+" : "-"
    }

    /// Reads digits, a decimal point and digits; only the first digits are required.
    ///
    /// - Parameters:
    ///   - marks: Before these the point may be a comma: `17,17 "market"` has no seconds.
    ///   - mayBeginWithPoint: Whether ".5" is a number.
    /// - Returns: nil where there is none.
    mutating func number(commaBefore marks: Set<Unicode.Scalar> = [], mayBeginWithPoint: Bool = false) -> Number? {
        let whole = digits()
        let isBare = mayBeginWithPoint && rest.first == "." && rest.dropFirst().first.map(Self.isDigit) == true
        guard !whole.isEmpty || isBare else { return nil }
        var plain = whole.isEmpty ? "0" : whole
        var hasFraction = false
        var decimals = 0
        if rest.first == "." {
            rest.removeFirst()
            let fraction = digits()
            decimals = fraction.count
            if !fraction.isEmpty { plain += "." + fraction }
            hasFraction = true
        } else if !marks.isEmpty, rest.first == "," {
            var ahead = self
            ahead.rest.removeFirst()
            let fraction = ahead.digits()
            ahead.skipBlanks()
            if !fraction.isEmpty, let mark = ahead.rest.first, marks.contains(mark) {
                plain += "." + fraction
                decimals = fraction.count
                hasFraction = true
                rest = ahead.rest
            }
        }
        return Double(plain).map { Number(value: $0, hasFraction: hasFraction, decimals: decimals) }
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Removes ASCII digits from the front.
    mutating func digits() -> String {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest[digits.endIndex...]
        var view = String.UnicodeScalarView()
        view.append(contentsOf: digits)
        return String(view)
    }

    var beginsWithDecimalComma: Bool {
        var ahead = self
        ahead.skipBlanks()
        _ = ahead.sign()
        guard ahead.number() != nil, ahead.rest.first == "," else { return false }
        ahead.rest.removeFirst()
        return !ahead.digits().isEmpty
    }

    // MARK: The surroundings

    var isBeforeDigit: Bool {
        rest.first { !$0.properties.isWhitespace }.map { ("0"..."9").contains($0) } ?? false
    }

    /// Whether only a compass letter or word follows.
    var isBeforeLastLetter: Bool {
        var ahead = self
        ahead.skipBlanks()
        return ahead.compass(before: false) != nil && ahead.rest.allSatisfy(\.properties.isWhitespace)
    }

    var isAtEndOfWord: Bool { rest.first?.properties.isWhitespace ?? true }

    @discardableResult
    mutating func skipBlanks() -> Bool {
        let count = rest.count
        rest = rest.drop(while: \.properties.isWhitespace)
        return rest.count < count
    }

    /// Skips the zoom in a map's address: ",17z", ",500m".
    mutating func skipZoom() {
        var ahead = self
        guard ahead.rest.first == "," else { return }
        ahead.rest.removeFirst()
        guard ahead.number() != nil, let unit = ahead.rest.first, ["z", "m"].contains(unit) else {
            return
        }
        ahead.rest.removeFirst()
        if ahead.isAtEndOfWord { rest = ahead.rest }
    }

    /// Skips what divides a point from words: "48.8584, 2.2945: Eiffel Tower". Behind a comma another number may be one
    /// of the point's.
    mutating func skipPunctuation() {
        guard let mark = rest.first, [",", ":", ";", "."].contains(mark),
            rest.dropFirst().first.map({ $0.properties.isWhitespace }) ?? true
        else { return }
        var ahead = self
        ahead.rest.removeFirst()
        if !ahead.isBeforeDigit { rest = ahead.rest }
    }

    /// Skips the rest of an address: height, zoom, parameters.
    mutating func skipRestOfAddress() {
        guard let next = rest.first, [",", ";", "?", "&", "#"].contains(next) else { return }
        rest = rest.drop { !$0.properties.isWhitespace }
    }
}
