internal import PhotoTree

/// The author of a photo, as text. Commons has it as any HTML from the file's page (`Artist` of `extmetadata`).
enum AuthorText {
    /// One line; names on separate lines (lists, templates) are joined with commas. Empty if the HTML contains no text.
    static func of(_ html: String) -> String {
        let text = PlainText.from(html: Markup.inOneLanguage(Markup.namesOnly(Markup.visible(html))))
        var seen: Set<String> = []
        let names = text.split(whereSeparator: \.isNewline)
            .map { unwrapped(PlainText.oneLine(String($0))) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        return PlainText.oneLine(names.joined(separator: ", "))
    }

    /// The author of a file: the credit line that its licensor asks for, or else its author, or else its uploader,
    /// marked as such.
    static func of(attribution: String, artist: String, uploader: String) -> String {
        let asked = of(attribution)
        let author = of(artist)
        if !asked.isEmpty {
            guard let line = CreditLine(asked) else { return withoutBy(asked) }
            if author.isEmpty, !line.name.isEmpty { return withoutBy(line.name) }
        }
        if !author.isEmpty { return author }
        return uploader.isEmpty ? "" : "\(uploader) (uploader)"
    }

    /// Removes Commons' standard phrases around a name, and links to talk pages after it.
    private static func unwrapped(_ line: String) -> String {
        var text = line
        for phrase in [" (talk · contribs)", " (talk · contributions)", " (talk | contribs)", " (talk)"] {
            text = text.replacingBytes(of: phrase, with: "")
        }
        if let name = between("No machine-readable author provided. ", " assumed (based on copyright claims).", text) {
            return "\(withoutNamespace(name)) (assumed)"
        }
        if let name = between("The original uploader was ", ".", text) { return withoutNamespace(name) }
        return withoutNamespace(text)
    }

    private static func between(_ start: String, _ end: String, _ text: String) -> String? {
        guard text.beginsWithBytes(of: start), text.endsWithBytes(of: end),
            text.utf8.count > start.utf8.count + end.utf8.count
        else { return nil }
        return String(decoding: text.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
    }

    private static func withoutNamespace(_ name: String) -> String {
        guard name.beginsWithBytes(of: "User:") else { return name }
        return PlainText.oneLine(String(decoding: name.utf8.dropFirst(5), as: UTF8.self))
    }

    /// Removes "by" and the like, which the credit line adds itself.
    private static func withoutBy(_ credit: String) -> String {
        let beginning = String(decoding: credit.utf8.prefix(16), as: UTF8.self).lowercased()
        let phrase = ["photo by ", "photograph by ", "image by ", "by "].first { beginning.beginsWithBytes(of: $0) }
        return phrase.map { String(decoding: credit.utf8.dropFirst($0.utf8.count), as: UTF8.self) } ?? credit
    }
}

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
