/// How many columns text takes on a terminal: none for combining marks and invisible characters, two for East Asian
/// letters and emoji (UAX #11), one for the rest.
enum DisplayWidth {
    static func of(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// As much of `text` as fits into `columns`; if it is cut, it ends in an ellipsis.
    static func clipped(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = String.UnicodeScalarView()
        var width = 0
        for scalar in text.unicodeScalars {
            width += of(scalar)
            guard width < columns else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        guard value >= 0x300 else { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
