/// The text that must be printed beside a photo: title, author, licence and page. Untrusted text is flattened to one
/// line, and nothing in it can end the title's quotation marks or change the direction of the text that follows.
public enum Credits {
    /// `"Title" by Author, CC BY 2.0, https://…`; says so where the source gives no title, author or licence; an
    /// unknown page is left out.
    public static func line(for photo: Photo) -> String {
        line(
            title: photo.title, author: author(of: photo), license: photo.license?.name ?? "", page: photo.pageURL)
    }

    /// The content of CREDITS.txt: a line for each photo in the order of `entries`, behind the name of its file, then
    /// `notice`, the source's own sentence.
    public static func text(for entries: [ListingEntry], notice: String) -> String {
        var text = ""
        for entry in entries {
            text += printable(entry.name) + ": " + line(for: entry.photo) + "\n"
        }
        let notice = PlainText.oneLine(notice)
        guard !notice.isEmpty else { return text }
        return text + (text.isEmpty ? "" : "\n") + notice + "\n"
    }

    /// Makes a credit line that somebody else may have written safe to print: one line, without characters that change
    /// the text's direction.
    public static func printable(_ line: String) -> String {
        PrintableText.line(line)
    }

    /// The owner's name as they write it, or else their identifier.
    static func author(of photo: Photo) -> String {
        let name = printable(photo.ownerName)
        return name.isEmpty ? printable(photo.owner) : name
    }

    static func line(title: String, author: String, license: String, page: String) -> String {
        let title = printable(title).replacingBytes(of: "\"", with: "'")
        let author = printable(author)
        let license = printable(license)
        let page = printable(page)
        var line = title.isEmpty ? "Untitled" : "\"\(title)\""
        line += " by " + (author.isEmpty ? "unknown author" : unmistakable(author))
        line += ", " + (license.isEmpty ? "licence unknown" : license)
        return page.isEmpty ? line : line + ", " + page
    }

    /// `author`, in quotation marks where it could be mistaken for further parts of the line: anybody may call
    /// themselves "Ann, CC0 1.0, https://example.org/".
    private static func unmistakable(_ author: String) -> String {
        let saysMore =
            author.utf8.contains(UInt8(ascii: "\""))
            || author.utf8.contains(UInt8(ascii: ":")) && author.containsBytes(of: "://")
            || LicenseName.mayBegin(in: author)
                && author.utf8.split(separator: UInt8(ascii: ",")).contains {
                    namesLicense(String(decoding: $0, as: UTF8.self))
                }
        return saysMore ? "\"\(author.replacingBytes(of: "\"", with: "'"))\"" : author
    }

    /// "CC BY-SA", "licence CC BY-SA", "under CC0".
    private static func namesLicense(_ words: String) -> Bool {
        let words = words.unicodeScalars.split(separator: " ").map { String($0) }
        return (0..<min(3, words.count)).contains { LicenseName(words[$0...].joined(separator: " ")).terms != nil }
    }
}

/// What must be said about a photo wherever a copy of it is shown. It is little, and kept longer than the photo's other
/// data.
public struct PhotoCredit: Hashable, Sendable {
    /// As its author wrote it; may be empty.
    public var title: String
    /// The owner's name as they write it, or else their identifier; empty when neither is known.
    public var author: String
    public var license: License?
    /// The photo's page at the source.
    public var page: String

    public init(title: String, author: String, license: License?, page: String) {
        self.title = title
        self.author = author
        self.license = license
        self.page = page
    }

    public init(_ photo: Photo) {
        self.init(
            title: photo.title, author: Credits.author(of: photo), license: photo.license, page: photo.pageURL)
    }

    /// `"Title" by Author, CC BY 2.0, https://…`; says so where the source gives no title, author or licence; an
    /// unknown page is left out.
    public var line: String {
        Credits.line(title: title, author: author, license: license?.name ?? "", page: page)
    }
}
