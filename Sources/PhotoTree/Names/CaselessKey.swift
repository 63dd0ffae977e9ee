// The standard library normalises strings whenever it compares them; this SPI is the only way to get the normalised
// bytes, which files and databases need. FoundationEssentials uses the same SPI; the alternative would be all of
// Foundation.
@_spi(_Unicode) import Swift

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
