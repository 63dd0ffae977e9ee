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
