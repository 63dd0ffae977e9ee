/// Plain text made of the HTML that sources write descriptions and author names in.
///
/// It is a reader of untrusted text, not an HTML parser: it takes one pass, never fails, and what looks like no tag and
/// no entity stays as it was written ("a < b", "R&B").
public enum PlainText {
    /// The text of `html`: tags, comments, scripts and styles gone, entities decoded once, `<br>` one newline, paragraphs
    /// set apart by an empty line. Newlines of the source count (Flickr breaks lines at them); runs of blanks become
    /// one blank, runs of newlines at most two; control characters go. Time grows linearly with the length.
    public static func from(html: String) -> String {
        var reader = HTMLReader(Array(html.utf8))
        return reader.text()
    }

    /// The beginning of `text` on one line: whole words, at most `limit` characters; a first word that is longer is cut
    /// between characters. Empty when there is no visible text.
    public static func firstWords(of text: String, limit: Int) -> String {
        let line = oneLine(String(text.prefix(max(0, limit) * 4 + 64)))
        guard line.count > limit else { return line }
        let cut = line.index(line.startIndex, offsetBy: max(0, limit))
        return TextCut.wholeWords(line, upTo: cut)
    }

    /// `text` on one line: newlines, tabs and runs of blanks become one blank; other control characters go.
    public static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var blank = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                blank = true
            } else if scalar.properties.generalCategory != .control {
                if blank, !line.isEmpty { line.append(" ") }
                blank = false
                line.append(scalar)
            }
        }
        return String(line)
    }
}
