import Fuzzing

/// Titles that have gone wrong somewhere, whole and in pieces.
enum OddTitles {
    private static let whole = [
        "", "Cat", "cat", "CAT.jpg", "map", "Credits", "..", "con", "Cat (3)", "...",
        String(repeating: "東京", count: 130),
        String(repeating: "x", count: 255),
    ]
    private static let pieces = [
        "/", "\\", "|", ":", "\"", "<", ">", "?", "*", ".", "-", " ", "\u{0}", "\n", "\u{202E}", "\u{200F}", "\u{2067}",
        "\u{61C}", "\u{200B}", "\u{200D}", "\u{301}", "é", "ß", "Σ", "👩‍👩‍👧‍👦", "東", "a", "B", "7", ".jpg", "(1)", "\u{FEFF}",
        "\u{3000}",
        "\u{2028}", "\u{9B}", "🏳️‍🌈", "\u{FFFF}", "\u{10FFFF}", "ᄀ", "ᅡ",
    ]

    static func random(_ random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<3, using: &random) == 0, let title = whole.randomElement(using: &random) { return title }
        let length = Int.random(in: 0..<(Bool.random(using: &random) ? 6 : 150), using: &random)
        return (0..<length).compactMap { _ in pieces.randomElement(using: &random) }.joined()
    }
}
