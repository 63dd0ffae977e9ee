internal import PhotoTree

/// Who made a photo, as text: Commons tells it as whatever HTML the file's page has (`Artist` of `extmetadata`).
enum AuthorText {
    /// One line; names that stand on lines of their own (lists, templates) are set apart by commas. Empty when the HTML
    /// says nothing.
    static func of(_ html: String) -> String {
        let text = PlainText.from(html: Markup.inOneLanguage(Markup.visible(html)))
        var seen: Set<String> = []
        let names = text.split(whereSeparator: \.isNewline)
            .map { unwrapped(PlainText.oneLine(String($0))) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        return PlainText.oneLine(names.joined(separator: ", "))
    }

    /// The author of a file: the credit its licensor asks for, else who made it, else who uploaded it, saying so.
    static func of(attribution: String, artist: String, uploader: String) -> String {
        let asked = of(attribution)
        if !asked.isEmpty { return withoutBy(asked) }
        let author = of(artist)
        if !author.isEmpty { return author }
        return uploader.isEmpty ? "" : "\(uploader) (uploader)"
    }

    /// Commons' standing phrases around a name, and links to talk pages after it.
    private static func unwrapped(_ line: String) -> String {
        var text = line
        for phrase in [" (talk · contribs)", " (talk · contributions)", " (talk | contribs)", " (talk)"] {
            text = text.replacing(phrase, with: "")
        }
        if let name = between("No machine-readable author provided. ", " assumed (based on copyright claims).", text) {
            return "\(withoutNamespace(name)) (assumed)"
        }
        if let name = between("The original uploader was ", ".", text) { return withoutNamespace(name) }
        return withoutNamespace(text)
    }

    private static func between(_ start: String, _ end: String, _ text: String) -> String? {
        guard text.hasPrefix(start), text.hasSuffix(end), text.count > start.count + end.count else { return nil }
        return String(text.dropFirst(start.count).dropLast(end.count))
    }

    private static func withoutNamespace(_ name: String) -> String {
        name.hasPrefix("User:") ? PlainText.oneLine(String(name.dropFirst(5))) : name
    }

    /// The credit line says "by" itself.
    private static func withoutBy(_ credit: String) -> String {
        let lower = credit.lowercased()
        let phrase = ["photo by ", "photograph by ", "image by ", "by "].first { lower.hasPrefix($0) }
        return phrase.map { String(credit.dropFirst($0.count)) } ?? credit
    }
}
