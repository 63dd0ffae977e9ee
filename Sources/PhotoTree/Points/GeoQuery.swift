/// The search text in a `geo:` address, as Android's programs share it: "geo:0,0?q=48.8584,2.2945(Eiffel Tower)".
///
/// A point in the search text replaces the address's own point, and the label in brackets becomes the first of the
/// words. The own point `0,0` means that only the search text counts.
struct GeoQuery {
    /// Is read as a name is, for a point.
    let searched: String
    private let label: String
    /// The words typed behind the address.
    private let words: String

    /// nil where the address has no search text; `address` begins behind "geo:".
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
            // A label may contain blanks as they are.
            query = rest[..<(rest[bracket...].firstIndex(of: ")") ?? rest.endIndex)]
        }
        rest = rest[query.endIndex...]
        let parts = Self.decoded(query).split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        searched = TextCut.trimmed(parts[0])
        label = parts.count > 1 ? TextCut.trimmed(parts[1].prefix { $0 != ")" }) : ""
        words = TextCut.trimmed(Substring(rest.drop { !$0.properties.isWhitespace }))
    }

    /// The reading of the whole address; `reading` is that of its own numbers, and `searched` that of the search text.
    func refined(_ reading: PointReading, searched: PointReading) -> PointReading {
        guard case .point(let own, _) = reading else { return reading }
        guard case .point(let point, words: "") = searched else {
            return own.latitude == 0 && own.longitude == 0 ? .invalid : reading
        }
        return .point(point, words: [label, words].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Decodes "%20" and "+" to blanks; control characters become blanks, too, because a title must not have them.
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
    /// The value of exactly two digits.
    fileprivate init?(hexadecimal digits: Substring.UTF8View) {
        let letters = String(decoding: digits, as: UTF8.self)
        guard digits.count == 2, letters.allSatisfy(\.isHexDigit), let value = UInt8(letters, radix: 16) else {
            return nil
        }
        self = value
    }
}
