/// Where letters are at home. scripts/gazetteer/wanted.py has the same list by name.
enum Script {
    /// Whether a key is written in letters that are the country's own, and are not Latin.
    static func isAtHome(_ key: String, in country: Substring) -> Bool {
        guard let first = key.unicodeScalars.first, first.value >= 0x370 else { return false }
        return homes.first { $0.letters.contains(first.value) }?.countries.contains(country) ?? false
    }

    /// Chinese, Japanese and Korean: a name has two or three of them, and each is a word.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        (0x3040...0x30FF).contains(scalar.value) || (0x3400...0x9FFF).contains(scalar.value)
            || (0xAC00...0xD7AF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
    }

    private static let homes: [(letters: ClosedRange<UInt32>, countries: Set<Substring>)] = [
        (0x370...0x3FF, ["CY", "GR"]),
        (
            0x400...0x52F,
            [
                "AM", "AZ", "BA", "BG", "BY", "EE", "GE", "KG", "KZ", "LT", "LV", "MD", "ME", "MK", "MN", "RS", "RU",
                "TJ",
                "TM", "UA", "UZ", "XK",
            ]
        ),
        (0x530...0x58F, ["AM"]), (0x590...0x5FF, ["IL", "PS"]),
        (
            0x600...0x77F,
            [
                "AE", "AF", "BH", "DJ", "DZ", "EG", "EH", "ER", "IL", "IQ", "IR", "JO", "KM", "KW", "LB", "LY", "MA",
                "MR",
                "OM", "PK", "PS", "QA", "SA", "SD", "SO", "SY", "TD", "TN", "YE",
            ]
        ),
        (0x900...0xDFF, ["IN", "NP", "LK", "BD"]), (0xE00...0xE7F, ["TH"]), (0xE80...0xEFF, ["LA"]),
        (0xF00...0xFFF, ["BT", "CN"]), (0x1000...0x109F, ["MM"]), (0x10A0...0x10FF, ["GE"]),
        (0x1200...0x139F, ["ER", "ET"]), (0x1780...0x17FF, ["KH"]),
        (0x3040...0x9FFF, ["CN", "HK", "JP", "MO", "TW"]), (0xAC00...0xD7AF, ["KP", "KR"]),
    ]
}
