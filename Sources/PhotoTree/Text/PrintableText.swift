/// Makes text that others may have written safe to show: it cannot move a terminal's cursor, change the text's
/// direction, or be invisible. All text that is printed, logged or shown as status passes through here.
public enum PrintableText {
    /// `text` on one line, at most `limit` bytes of UTF-8; longer text ends with an ellipsis.
    public static func line(_ text: String, maximumBytes limit: Int = ForeignText.maximumLine) -> String {
        if text.utf8.count <= limit, PlainText.isPlainLine(text) { return text }
        let beginning = ForeignText.bounded(text, maximumBytes: limit * 4)
        let line = PlainText.oneLine(visible(beginning))
        let isWhole = line.utf8.count <= limit && text.utf8.count <= limit * 4
        return isWhole ? line : TextCut.characters(line, maximumBytes: max(0, limit - 3)) + "…"
    }

    /// `text` as a row of a table: one line that keeps its runs of blanks, which align its columns.
    public static func row(_ text: String) -> String {
        lines(text).replacingBytes(of: "\n", with: " ").replacingBytes(of: "\t", with: " ")
    }

    /// `text` with its lines and tabs as they are, of any length.
    public static func lines(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isHarmless) else { return text }
        let kept = visible(text).unicodeScalars.filter {
            $0 == "\n" || $0 == "\t" || !(PlainText.isControl($0) || isSeparator($0))
        }
        return String(String.UnicodeScalarView(kept))
    }

    /// Equivalent JSON that is safe to print: characters that must not be printed raw become `\u…`.
    public static func json(_ json: String) -> String {
        guard !json.utf8.allSatisfy({ $0 < 0x7F }) else { return json }
        var escaped = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            let isDangerous = scalar.value >= 0x7F && (PlainText.isControl(scalar) || isInvisible(scalar))
            guard isDangerous || isSeparator(scalar) else {
                escaped.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                escaped.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).unicodeScalars)
            }
        }
        return String(escaped)
    }

    /// `text` without characters that change its direction or are invisible.
    static func visible(_ text: String) -> String {
        // U+061C begins with 0xD8, and no smaller scalar is removed here.
        guard !text.utf8.allSatisfy({ $0 < 0xD8 }) else { return text }
        let text = TagCharacters.withoutStray(text)
        guard text.unicodeScalars.contains(where: isDirection) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isDirection($0) }))
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        isDirection(scalar) || TagCharacters.contain(scalar)
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// Marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX #9). A title may end without
    /// closing what it opened, and then changes the direction of the text that follows. Letters have a direction
    /// without them.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isHarmless(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x09
    }
}

/// U+E0000 to U+E007F: a second, invisible ASCII. Unicode writes the flags of regions with it, behind a black flag (UTS
/// #51); elsewhere it can hide text.
enum TagCharacters {
    static func contain(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0000...0xE007F).contains(scalar.value)
    }

    /// `text` without tag characters that belong to no flag. A flag has three to six letters and digits, and a final
    /// one.
    static func withoutStray(_ text: String) -> String {
        // All of them begin with this byte.
        guard text.utf8.contains(0xF3), text.unicodeScalars.contains(where: contain) else { return text }
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            guard !contain(scalar) else { continue }
            kept.append(scalar)
            guard scalar.value == 0x1F3F4 else { continue }
            let letters = scalars[index...].prefix { isFlagLetter($0) }
            let end = index + letters.count
            guard (3...6).contains(letters.count), end < scalars.count, scalars[end].value == 0xE007F else { continue }
            kept.append(contentsOf: scalars[index...end])
            index = end + 1
        }
        return String(kept)
    }

    private static func isFlagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
    }
}
