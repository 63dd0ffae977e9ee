/// What has to be printed beside a photo: title, author, licence and page. Untrusted text is flattened to one line, and
/// nothing in it can end the title's quotation marks or turn the direction of what follows.
public enum Credits {
    /// `"Title" by Author, CC BY 2.0, https://…`; what the source does not tell is named so, but for the page.
    public static func line(for photo: Photo) -> String {
        PhotoCredit(photo).line
    }

    /// The content of CREDITS.txt: a line a photo in the order of `entries`, then `notice`, the source's own sentence.
    public static func text(for entries: [ListingEntry], notice: String) -> String {
        var text = ""
        for entry in entries {
            text += line(for: entry.photo) + "\n"
        }
        let notice = PlainText.oneLine(notice)
        guard !notice.isEmpty else { return text }
        return text + (text.isEmpty ? "" : "\n") + notice + "\n"
    }

    /// A credit line that somebody else may have written, safe to print: one line that turns no text around.
    public static func printable(_ line: String) -> String {
        let line = PlainText.oneLine(line)
        guard line.unicodeScalars.contains(where: isDirection) else { return line }
        return PlainText.oneLine(String(String.UnicodeScalarView(line.unicodeScalars.filter { !isDirection($0) })))
    }

    /// The owner's name as they write it, without one their identifier.
    static func author(of photo: Photo) -> String {
        let name = printable(photo.ownerName)
        return name.isEmpty ? printable(photo.owner) : name
    }

    static func line(title: String, author: String, license: String, page: String) -> String {
        let title = printable(title).replacing("\"", with: "'")
        let author = printable(author)
        let license = printable(license)
        let page = printable(page)
        var line = title.isEmpty ? "Untitled" : "\"\(title)\""
        line += " by " + (author.isEmpty ? "unknown author" : author)
        line += ", " + (license.isEmpty ? "licence unknown" : license)
        return page.isEmpty ? line : line + ", " + page
    }

    /// Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9): a title may end without closing
    /// what it opened, and then turns the author and the licence around. Letters have a direction without them.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
