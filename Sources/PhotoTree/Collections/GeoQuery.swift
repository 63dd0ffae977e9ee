/// What a `geo:` address asks a map to search, as Android's programs share it: "geo:0,0?q=48.8584,2.2945(Eiffel Tower)".
///
/// If it is a point it counts instead of the address's own, and the label in brackets is the first of the words. `0,0`
/// says that nothing but what is searched counts.
struct GeoQuery {
    private let searched: String
    private let label: String
    /// What was typed behind the address.
    private let words: String

    /// Nil where nothing is searched; `address` begins behind "geo:".
    init?(_ address: Substring.UnicodeScalarView) {
        let word = address.prefix { !$0.properties.isWhitespace }
        guard let mark = word.firstIndex(of: "?") else { return nil }
        var parameter = word[mark...].dropFirst()
        while !parameter.starts(with: "q=".unicodeScalars) {
            guard let next = parameter.firstIndex(of: "&") else { return nil }
            parameter = parameter[next...].dropFirst()
        }
        var rest = address[parameter.startIndex...].dropFirst(2)
        var query = rest.prefix { !$0.properties.isWhitespace && $0 != "&" }
        if let bracket = query.firstIndex(of: "(") {
            // Blanks in a label are typed as they are.
            query = rest[..<(rest[bracket...].firstIndex(of: ")") ?? rest.endIndex)]
        }
        rest = rest[query.endIndex...]
        let parts = Self.decoded(query).split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        searched = TextCut.trimmed(parts[0])
        label = parts.count > 1 ? TextCut.trimmed(parts[1].prefix { $0 != ")" }) : ""
        words = TextCut.trimmed(Substring(rest.drop { !$0.properties.isWhitespace }))
    }

    /// What the whole address is read as where its own numbers are read as `reading`.
    func refined(_ reading: PointNotation.Reading) -> PointNotation.Reading {
        guard case .point(let own, _) = reading else { return reading }
        guard case .point(let point, words: "") = PointNotation.read(searched) else {
            return own.latitude == 0 && own.longitude == 0 ? .invalid : reading
        }
        return .point(point, words: [label, words].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// "%20" and "+" are blanks, and so are controls, which a title must not have.
    private static func decoded(_ query: Substring.UnicodeScalarView) -> String {
        var bytes: [UInt8] = []
        var rest = String(query).utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(hexadecimal: rest.prefix(2)) {
                rest = rest.dropFirst(2)
                bytes.append(code)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        var text = String.UnicodeScalarView()
        text.append(
            contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
                PlainText.isControl($0) ? " " : $0
            })
        return String(text)
    }
}

extension UInt8 {
    /// Of exactly two digits.
    fileprivate init?(hexadecimal digits: Substring.UTF8View) {
        let letters = String(decoding: digits, as: UTF8.self)
        guard digits.count == 2, letters.allSatisfy(\.isHexDigit), let value = UInt8(letters, radix: 16) else {
            return nil
        }
        self = value
    }
}
