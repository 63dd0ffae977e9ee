internal import PhotoTree

/// A credit that names its licence: "© Jane Doe / CC-BY-SA-4.0". It is a whole line and no name: the licence and the
/// sign would stand in our own line twice.
struct CreditLine {
    /// What stands before the licence, without signs.
    let name: String

    /// Nil for a text that names no licence.
    init?(_ text: String) {
        let lower = Array(text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        let found = Self.licenses.compactMap { lower.firstRange(of: $0.utf8)?.lowerBound }.min()
        guard let found else { return nil }
        var rest = Substring(String(decoding: text.utf8.prefix(found), as: UTF8.self))
        while let sign = Self.signs.first(where: { rest.lowercased().hasPrefix($0) }) {
            rest = rest.dropFirst(sign.count).drop { $0 == " " }
        }
        while let last = rest.last, !last.isLetter, !last.isNumber, last != ")" || !rest.contains("(") {
            rest = rest.dropLast()
        }
        name = PlainText.oneLine(String(rest))
    }

    private static let licenses = [
        "cc by", "cc-by", "cc0", "cc-zero", "creative commons", "creativecommons", "gfdl", "gnu free", "public domain",
        "licensed under", "licence", "license",
    ]
    private static let signs = ["(c)", "©", "copyright"]
}
