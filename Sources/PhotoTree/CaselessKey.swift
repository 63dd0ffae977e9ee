import Foundation

/// Unicode's comparison of names: canonical composition (NFC), and letters without their case.
enum CaselessKey {
    /// Through upper case and back, so that ß meets ss, ς meets σ and K (the Kelvin sign) meets k.
    static func of(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return composed(composed(text).uppercased().lowercased())
    }

    /// `text` in NFC.
    static func composed(_ text: String) -> String {
        // Nothing below U+0300 combines with anything or decomposes away: most names are NFC as they stand.
        if text.unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return text }
        return text.precomposedStringWithCanonicalMapping
    }
}
