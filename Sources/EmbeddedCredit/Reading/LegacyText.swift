internal import PhotoTree

/// Texts of fields that name no encoding, or are used with another than the one they name.
enum LegacyText {
    /// One line of text: UTF-8, else Windows-1252, which is what programs wrote before.
    static func decoded(_ bytes: some Collection<UInt8>) -> String {
        // A field of fixed length may end within a character; others in it show that it is UTF-8.
        for cut in 0...3 {
            if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) {
                guard cut == 0 || isBegun(bytes.suffix(cut)) && bytes.dropLast(cut).contains(where: { $0 >= 0x80 })
                else { break }
                return line(text)
            }
        }
        return line(String(String.UnicodeScalarView(bytes.map(scalar))))
    }

    static func line(_ text: String) -> String {
        PlainText.oneLine(ForeignText.bounded(text, maximumBytes: ForeignText.maximumLine))
    }

    /// Whether the bytes may be the beginning of one character in UTF-8.
    private static func isBegun(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, first >= 0xC2 else { return false }
        return bytes.dropFirst().allSatisfy { 0x80...0xBF ~= $0 }
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        0x80...0x9F ~= byte ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// 0x80 to 0x9F; the five that mean nothing are left out with the controls.
    private static let windows1252: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]
}
