/// What has to be printed beside a photo: title, author, licence and page. Untrusted text is flattened to one line.
public enum Credits {
    /// `"Title" by Author, CC BY 2.0, https://…`; what the source does not tell is named so, but for the page.
    public static func line(for photo: Photo) -> String {
        line(title: photo.title, author: author(of: photo), license: photo.license?.name ?? "", page: photo.pageURL)
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

    /// The owner's name as they write it, without one their identifier.
    static func author(of photo: Photo) -> String {
        let name = PlainText.oneLine(photo.ownerName)
        return name.isEmpty ? PlainText.oneLine(photo.owner) : name
    }

    static func line(title: String, author: String, license: String, page: String) -> String {
        let title = PlainText.oneLine(title)
        let license = PlainText.oneLine(license)
        let page = PlainText.oneLine(page)
        var line = title.isEmpty ? "Untitled" : "\"\(title)\""
        line += " by " + (author.isEmpty ? "unknown author" : author)
        line += ", " + (license.isEmpty ? "licence unknown" : license)
        return page.isEmpty ? line : line + ", " + page
    }
}
