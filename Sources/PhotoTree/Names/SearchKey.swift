// The standard library normalises strings whenever it compares them; this SPI is the only way to get the normalised
// bytes, which files and databases need. FoundationEssentials uses the same SPI; the alternative would be all of
// Foundation.
@_spi(_Unicode) import Swift

/// The key by which names are found, however the user types them: only letters and digits, in lower case and without
/// accents; "St." is "saint". Different names may have the same key.
public enum SearchKey {
    /// The key of `name`; empty where it has neither letters nor digits.
    public static func of(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return plain(name) }
        var words = String.UnicodeScalarView()
        var word = String.UnicodeScalarView()
        for scalar in name.lowercased()._nfd {
            if isAccent(scalar) || apostrophes.contains(scalar) { continue }
            if isPart(scalar) {
                word.append(contentsOf: spelling(of: scalar))
            } else {
                words.append(contentsOf: spelledOut(word))
                word = String.UnicodeScalarView()
            }
        }
        words.append(contentsOf: spelledOut(word))
        return CaselessKey.composed(String(words))
    }

    /// `name` in lower case and without accents, but with its blanks and signs: the key for alphabetical order.
    static func unaccented(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
        var letters = String.UnicodeScalarView()
        for scalar in name.lowercased()._nfd where !isAccent(scalar) {
            letters.append(contentsOf: spelling(of: scalar))
        }
        return CaselessKey.composed(String(letters))
    }

    private static func plain(_ name: String) -> String {
        var words: [UInt8] = []
        var start = 0
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: words.append(byte)
            case 0x41...0x5A: words.append(byte | 0x20)
            case UInt8(ascii: "'"), UInt8(ascii: "`"): break
            default:
                spellOut(&words, from: start)
                start = words.count
            }
        }
        spellOut(&words, from: start)
        return String(decoding: words, as: UTF8.self)
    }

    private static func spellOut(_ words: inout [UInt8], from start: Int) {
        guard (2...3).contains(words.count - start) else { return }
        let word = String(decoding: words[start...], as: UTF8.self)
        guard let long = shortWords[word] else { return }
        words.replaceSubrange(start..., with: long.utf8)
    }

    private static func spelledOut(_ word: String.UnicodeScalarView) -> String.UnicodeScalarView {
        shortWords[String(word)]?.unicodeScalars ?? word
    }

    /// Accents of Latin, Greek and Cyrillic letters.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        (0x300...0x36F).contains(scalar.value)
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }

    private static func spelling(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        spellings[scalar]?.unicodeScalars ?? String.UnicodeScalarView([scalar])
    }

    /// Unicode counts two of them as letters.
    private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘", "\u{2BC}", "\u{2BB}", "`"]
    private static let shortWords = ["st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"]
    private static let spellings: [Unicode.Scalar: String] = [
        "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h",
        "ŧ": "t", "ŋ": "n", "ə": "e", "ς": "σ",
    ]
}

/// Unicode's comparison of names: canonical composition (NFC), without regard to case.
package enum CaselessKey {
    /// To upper case and back, so that ß equals ss, ς equals σ and K (the Kelvin sign) equals k.
    static func of(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return composed(composed(text).uppercased().lowercased())
    }

    /// `text` in NFC, within the bounds of `ForeignText`.
    package static func composed(_ text: String) -> String {
        // No scalar below U+0300 combines with another or decomposes for good: most names are NFC already.
        if text.unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: ForeignText.bounded(text)._nfc)
        // Some marks (U+0344) become two.
        return ForeignText.bounded(String(scalars))
    }
}
