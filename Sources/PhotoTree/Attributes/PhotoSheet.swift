/// A list of photos as a table: RFC 4180, in UTF-8 with a byte order mark, so that spreadsheets read its letters.
public enum PhotoSheet {
    /// A photo of the list, and its file as it is read here.
    public struct Row: Sendable {
        public var entry: ListingEntry
        /// The image that the file contains.
        public var image: Rendition?
        /// In bytes; nil while it is not known exactly.
        public var bytes: Int64?
        /// In hexadecimal digits; nil while it is not known.
        public var sha256: String?

        public init(entry: ListingEntry, image: Rendition?, bytes: Int64? = nil, sha256: String? = nil) {
            self.entry = entry
            self.image = image
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    /// The first line.
    public static let columns = [
        "file", "title", "author", "license", "license_url", "credit", "page", "taken", "uploaded", "latitude",
        "longitude", "accuracy", "width", "height", "bytes", "views", "tags", "description", "source", "id", "sha256",
    ]

    /// The content of `photos.csv`; `source` is what `user.places.source` says.
    public static func text(of rows: [Row], source: String) -> String {
        var text = "\u{FEFF}" + columns.joined(separator: ",") + end
        for row in rows {
            text += cells(of: row, source: source).joined(separator: ",") + end
        }
        return text
    }

    private static let end = "\r\n"

    private static func cells(of row: Row, source: String) -> [String] {
        let photo = row.entry.photo
        let words: [String] = [
            // Whoever reads it opens the file.
            quoted(row.entry.name), cell(photo.title), cell(Credits.author(of: photo)), cell(photo.license?.name),
            cell(photo.license?.url), cell(Credits.line(for: photo)), cell(photo.pageURL),
            cell(DateText.taken(photo)), cell(photo.uploaded?.iso8601),
        ]
        let numbers: [String] = [
            photo.coordinate.map { DecimalText.of($0.latitude) } ?? "",
            photo.coordinate.map { DecimalText.of($0.longitude) } ?? "",
            photo.coordinate == nil ? "" : number(photo.accuracy), number(row.image?.width), number(row.image?.height),
            number(row.bytes), number(photo.views),
        ]
        return words + numbers + [
            cell(photo.tags.map { PrintableText.line($0).replacingBytes(of: ",", with: " ") }.joined(separator: ", ")),
            lines(photo.description), cell(source), cell(photo.id.rawValue), cell(row.sha256),
        ]
    }

    private static func number(_ value: (some BinaryInteger)?) -> String { value.map { "\($0)" } ?? "" }

    private static func cell(_ text: String?) -> String {
        quoted(text.map { PrintableText.line($0, maximumBytes: .max / 8) } ?? "")
    }

    /// A text that keeps its lines.
    private static func lines(_ text: String) -> String { quoted(PrintableText.lines(text)) }

    private static func quoted(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        return "\"" + (isFormula(text) ? "'" : "") + text.replacingBytes(of: "\"", with: "\"\"") + "\""
    }

    /// The text of a cell: what `text(of:source:)` put in front of it is taken away.
    public static func unguarded(_ cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
        let text = String(Substring(cell.utf8.dropFirst()))
        return isFormula(text) ? text : cell
    }

    /// Whether a spreadsheet would run the text, or what follows blanks at its beginning; or apostrophes, so that one
    /// that was put in front is known from the text's own.
    private static func isFormula(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": continue
            case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
            case _ where scalar.properties.isWhitespace: continue
            default: return false
            }
        }
        return false
    }
}
