/// Reads an HTML text in one pass over its bytes. ASCII never occurs inside a UTF-8 sequence, so bytes are enough.
///
/// A search that can run to the end of the text (for a tag's end, a quote, a comment, a script) is never repeated once
/// it has failed: it would fail again. That keeps the whole pass linear.
struct HTMLReader {
    private let source: [UInt8]
    private var position = 0
    private var output: [UInt8] = []
    private var pendingNewlines = 0
    private var pendingBlank = false
    private var failed: Set<Search> = []

    private enum Search: Hashable {
        case tagEnd, quote, comment, closing(String)
    }

    init(_ source: [UInt8]) {
        self.source = source
        output.reserveCapacity(source.count)
    }

    mutating func text() -> String {
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: "<"): readMarkup()
            case UInt8(ascii: "&"): readEntity()
            case 0xC2 where position + 1 < source.count && source[position + 1] <= 0xA0:
                // U+0080 to U+00A0: control characters, and the non-breaking space.
                if source[position + 1] == 0xA0 { pendingBlank = true }
                position += 2
            default:
                write(source[position])
                position += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: Writing

    private mutating func write(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): pendingNewlines += 1
        case UInt8(ascii: "\r"):
            // CR LF is one line end; the LF is counted.
            if position + 1 >= source.count || source[position + 1] != UInt8(ascii: "\n") { pendingNewlines += 1 }
        case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C: pendingBlank = true
        case 0..<0x20, 0x7F: break
        default:
            writePending()
            output.append(byte)
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        guard scalar.value >= 0x80 else { return write(UInt8(scalar.value)) }
        if scalar.value == 0xA0 {
            pendingBlank = true
        } else {
            writePending()
            output.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        }
    }

    private mutating func writePending() {
        if !output.isEmpty {
            if pendingNewlines > 0 {
                output.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: min(pendingNewlines, 2)))
            } else if pendingBlank {
                output.append(UInt8(ascii: " "))
            }
        }
        pendingNewlines = 0
        pendingBlank = false
    }

    // MARK: Markup

    private mutating func readMarkup() {
        if starts(with: "<!--", at: position), let end = find("-->", from: position + 4, as: .comment) {
            position = end
            return
        }
        guard position + 1 < source.count, opensMarkup(source[position + 1]), let end = tagEnd() else {
            write(UInt8(ascii: "<"))
            position += 1
            return
        }
        let (name, closes) = tagName()
        position = end
        if !closes, Self.hiddenElements.contains(name), let after = find("</\(name)", from: end, as: .closing(name)) {
            // At the name's last letter, because the tag's end may follow at once.
            position = after - 1
            position = tagEnd() ?? after
            return
        }
        breakLine(at: name)
    }

    private mutating func breakLine(at name: String) {
        switch name {
        case "br":
            pendingNewlines += 1
            // Sources write "<br />\n" for one line end.
            if starts(with: "\r", at: position) { position += 1 }
            if starts(with: "\n", at: position) { position += 1 }
        case "p", "h1", "h2", "h3", "h4", "h5", "h6": pendingNewlines = max(pendingNewlines, 2)
        case "td", "th": pendingBlank = true
        case _ where Self.blockElements.contains(name): pendingNewlines = max(pendingNewlines, 1)
        default: break
        }
    }

    private func opensMarkup(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: false
        }
    }

    /// The lower-case name of the tag at `position`, and whether it is a closing one.
    private func tagName() -> (name: String, closes: Bool) {
        var start = position + 1
        let closes = start < source.count && source[start] == UInt8(ascii: "/")
        if closes { start += 1 }
        let letters = source[start...].prefix(12).prefix { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (byte != UInt8(ascii: "/") && opensMarkup(byte))
        }
        return (String(decoding: letters, as: UTF8.self).lowercased(), closes)
    }

    /// The index after the `>` that ends the tag at `position`; a `>` in a quoted value does not end it.
    private mutating func tagEnd() -> Int? {
        guard !failed.contains(.tagEnd) else { return nil }
        var quote: UInt8?
        var first: Int?
        for index in (position + 1)..<max(position + 1, source.count) {
            let byte = source[index]
            if byte == UInt8(ascii: ">") {
                if quote == nil { return index + 1 }
                if first == nil { first = index + 1 }
            } else if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
                source[index - 1] == UInt8(ascii: "="), !failed.contains(.quote)
            {
                quote = byte
            }
        }
        failed.insert(first == nil ? .tagEnd : .quote)
        return first
    }

    private func starts(with text: String, at index: Int) -> Bool {
        source[min(index, source.count)...].starts(with: text.utf8)
    }

    /// The index after the next `text` (ASCII letters in any case).
    private mutating func find(_ text: String, from start: Int, as search: Search) -> Int? {
        guard !failed.contains(search) else { return nil }
        let wanted = Array(text.utf8)
        var index = start
        while index + wanted.count <= source.count {
            if wanted.indices.allSatisfy({ lowercase(source[index + $0]) == wanted[$0] }) {
                return index + wanted.count
            }
            index += 1
        }
        failed.insert(search)
        return nil
    }

    private func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    // MARK: Entities

    private mutating func readEntity() {
        guard let (scalar, length) = HTMLEntity.decode(source[(position + 1)...]) else {
            write(UInt8(ascii: "&"))
            position += 1
            return
        }
        position += 1 + length
        write(scalar)
    }

    private static let hiddenElements: Set<String> = ["script", "style"]
    private static let blockElements: Set<String> = [
        "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "blockquote", "pre", "hr", "section", "article",
        "figure", "figcaption", "center", "title",
    ]
}
