/// Cuts long texts.
package enum TextCut {
    /// The longest beginning of `text` that has at most `limit` bytes of UTF-8 and ends between characters. A single
    /// character (a grapheme cluster, untrusted and of any length) that is longer is cut between its scalars.
    package static func characters(_ text: String, maximumBytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.startIndex
        var bytes = 0
        while end < text.endIndex {
            let next = text.index(after: end)
            bytes += text.utf8.distance(from: end, to: next)
            guard bytes <= limit else { break }
            end = next
        }
        guard end == text.startIndex else { return String(text[..<end]) }
        var scalars = String.UnicodeScalarView()
        bytes = 0
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= limit else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// `text` when it fits into `limit` bytes, else its beginning up to the end of a word, and an ellipsis.
    /// Empty when not even one character and the ellipsis fit.
    package static func words(_ text: String, maximumBytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let ellipsis = "…"
        let room = limit - ellipsis.utf8.count
        guard room > 0 else { return "" }
        let beginning = characters(text, maximumBytes: room)
        let cut = text.utf8.index(text.startIndex, offsetBy: beginning.utf8.count)
        let words = wholeWords(text, upTo: cut)
        return words.isEmpty ? "" : words + ellipsis
    }

    /// The beginning of `text` before `cut`, without a word that `cut` divides. Scripts without blanks, and a last word
    /// that is longer than the rest, are cut at `cut`.
    static func wholeWords(_ text: String, upTo cut: String.Index) -> String {
        let beginning = text[..<cut]
        // Searches scalars, because searching characters backwards may take as long as the text.
        guard cut < text.endIndex, !text[cut].isWhitespace,
            let blank = beginning.unicodeScalars.lastIndex(where: \.properties.isWhitespace),
            beginning.utf8.distance(from: beginning.startIndex, to: blank) * 2 >= beginning.utf8.count
        else { return trimmed(beginning) }
        return trimmed(beginning[..<blank])
    }

    /// `text` without blanks at either end.
    package static func trimmed(_ text: String) -> String {
        trimmed(text[...])
    }

    /// `text` without blanks at either end.
    package static func trimmed(_ text: Substring) -> String {
        if let first = text.utf8.first, let last = text.utf8.last, isSolid(first), isSolid(last) { return String(text) }
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// Whether the byte is ASCII and no blank, whatever its neighbours are.
    private static func isSolid(_ byte: UInt8) -> Bool {
        (0x21..<0x7F).contains(byte)
    }
}
