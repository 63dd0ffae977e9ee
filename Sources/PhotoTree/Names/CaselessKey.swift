// The standard library normalises strings whenever it compares them; this is its only way to say so in bytes, which
// files and databases need. FoundationEssentials is built on the same entry; all of Foundation would be the alternative.
@_spi(_Unicode) import Swift

/// Unicode's comparison of names: canonical composition (NFC), and letters without their case.
enum CaselessKey {
    /// Through upper case and back, so that ß meets ss, ς meets σ and K (the Kelvin sign) meets k.
    static func of(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return composed(composed(text).uppercased().lowercased())
    }

    /// `text` in NFC, within the bounds of `ForeignText`.
    static func composed(_ text: String) -> String {
        // Nothing below U+0300 combines with anything or decomposes away: most names are NFC as they stand.
        if text.unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: ForeignText.bounded(text)._nfc)
        // Some marks (U+0344) become two.
        return ForeignText.bounded(String(scalars))
    }
}
