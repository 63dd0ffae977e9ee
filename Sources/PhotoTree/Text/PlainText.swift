/// Makes plain text from the HTML in which sources write descriptions and author names.
///
/// It reads untrusted text and is no HTML parser: it takes one pass and never fails, and text that is neither a tag nor
/// an entity stays as it was written ("a < b", "R&B").
public enum PlainText {
    /// The text of `html`: tags, comments, scripts and styles are removed, entities decoded once; `<br>` becomes one
    /// newline, and an empty line separates paragraphs. Newlines of the source count (Flickr breaks lines at them).
    /// Runs of blanks become one blank, runs of newlines at most two; control characters are removed. Time grows
    /// linearly with the length.
    public static func from(html: String) -> String {
        var reader = HTMLReader(Array(html.utf8))
        // Marks that were written as entities appear only now.
        return ForeignText.bounded(reader.text(), maximumBytes: .max)
    }

    /// The beginning of `text` on one line: whole words, at most `limit` characters; a longer first word is cut between
    /// characters. Empty when there is no visible text.
    public static func firstWords(of text: String, limit: Int) -> String {
        let beginning = ForeignText.bounded(text, maximumBytes: (max(0, limit) * 4 + 64) * 4)
        let line = oneLine(beginning)
        guard line.count > limit else { return line }
        let cut = line.index(line.startIndex, offsetBy: max(0, limit))
        return TextCut.wholeWords(line, upTo: cut)
    }

    /// `text` on one line, trimmed: newlines, tabs and runs of blanks become one blank; other control characters are
    /// removed.
    public static func oneLine(_ text: String) -> String {
        if isPlainLine(text) { return text }
        var line = String.UnicodeScalarView()
        var blank = false
        for scalar in text.unicodeScalars {
            if isBlank(scalar) {
                blank = true
            } else if !isControl(scalar) {
                if blank, !line.isEmpty { line.append(" ") }
                blank = false
                line.append(scalar)
            }
        }
        return String(line)
    }

    /// Whether `text` is ASCII and one line already, as most texts are. Listings of photos call this often.
    static func isPlainLine(_ text: String) -> Bool {
        // A loop without an exit, so that the compiler compares many bytes at once.
        let bytes = text.utf8Span.span
        guard !bytes.isEmpty else { return true }
        var found: UInt8 = bytes[0] == 0x20 || bytes[bytes.count - 1] == 0x20 ? 1 : 0
        for index in bytes.indices { found |= bytes[index] &- 0x20 >= 0x5F ? 1 : 0 }
        for index in 1..<bytes.count { found |= bytes[index] == 0x20 && bytes[index - 1] == 0x20 ? 1 : 0 }
        return found == 0
    }

    /// Unicode's White_Space; a table lookup for each scalar would take most of the time.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
