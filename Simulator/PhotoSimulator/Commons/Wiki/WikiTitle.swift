import Foundation

/// How MediaWiki writes and compares the names of pages and files.
enum WikiTitle {
    private static let longestName = 240

    /// A legal file name from a title: without characters that are syntax, path separators or invisible to MediaWiki.
    static func fileName(from title: String) -> String {
        guard !isPlain(title) else { return capitalised(title) }
        let legal = title.precomposedStringWithCanonicalMapping.unicodeScalars.compactMap { scalar -> Character? in
            switch scalar {
            case "#", "<", ">", "[", "]", "{", "}", "|", ":", "/", "\\", "\u{FFFD}": "-"
            case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}": nil
            default: isInvisible(scalar) ? " " : Character(scalar)
            }
        }
        // Three tildes are a signature; a percent sign before two digits or an ampersand before a name would be decoded
        // again.
        let harmless = String(legal).replacingOccurrences(of: "~~~", with: "~-~").replacing(/%(?=[0-9A-Fa-f]{2})/) {
            _ in
            "％"
        }
        let collapsed = harmless.replacing(/&(?=[A-Za-z0-9#]+;)/) { _ in "＆" }
            .split { $0 == " " || $0 == "_" || $0.isWhitespace }.joined(separator: " ")
        var name = Substring(collapsed)
        while name.utf8.count > longestName { name.removeLast() }
        let cut = String(name.trimmingBlanks)
        return cut.allSatisfy { $0 == "." } ? "" : capitalised(cut)
    }

    /// The key of a title in MediaWiki's tables: underscores in place of blanks, the first letter capital.
    static func key(_ title: some StringProtocol) -> String {
        let title = String(title)
        guard !isPlain(title) else { return capitalised(title).replacing(" ", with: "_") }
        return capitalised(
            title.precomposedStringWithCanonicalMapping.split { $0 == " " || $0 == "_" }.joined(separator: "_"))
    }

    static func capitalised(_ text: String) -> String {
        text.first.map { String($0).uppercased() + text.dropFirst() } ?? ""
    }

    /// The key as a part of a path: everything but letters, digits and "-_.~" encoded (`rawurlencode`).
    static func encodedPath(_ key: String) -> String {
        encoded(key, keeping: "-_.~")
    }

    /// The key in a page's address, which keeps more characters readable (`wfUrlencode`).
    static func encodedPage(_ key: String) -> String {
        encoded(key, keeping: "-_.~;@$!*(),/:")
    }

    private static func encoded(_ text: String, keeping kept: String) -> String {
        let kept = Set(kept.utf8)
        var encoded = ""
        for byte in text.utf8 {
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || kept.contains(byte)
            if isPlain {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// Decodes percent signs, not plus signs.
    static func decodedPath(_ path: some StringProtocol) -> String {
        PercentCoding.decodedForm(String(path).replacing("+", with: "%2B"))
    }

    static func escapedHTML(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    /// Whether the title has only words of ASCII letters and digits with single blanks: most titles do, and need no
    /// change.
    private static func isPlain(_ title: String) -> Bool {
        var previous: UInt8 = 0x20
        for byte in title.utf8 {
            let isWord =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            guard isWord || (byte == 0x20 && previous != 0x20) else { return false }
            previous = byte
        }
        return previous != 0x20 && title.utf8.count <= longestName
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
