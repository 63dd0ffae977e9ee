internal import PhotoTree

/// Filters the HTML that Commons' templates produce for authors, descriptions and dates: removes what a reader of the
/// page does not see, and all languages but one. One pass over the bytes, because the text is untrusted.
struct Markup: Sendable {
    private let source: [UInt8]
    private var position = 0
    /// The position of the next `>`, kept because many a `<` may precede it.
    private var end = 0

    /// `html` without elements whose style says "display: none": in these, templates repeat names for machines.
    static func visible(_ html: String) -> String {
        guard html.containsBytes(of: "none") else { return html }
        var markup = Markup(html)
        let text = markup.text { tag in tag.isHidden ? .leaveOut : .keep }
        return text.contains(where: { !$0.isWhitespace }) ? text : html
    }

    /// The English part of `html` if it marks languages, or else the part in the first language that it marks.
    static func inOneLanguage(_ html: String) -> String {
        guard html.containsBytes(of: "lang=") else { return html }
        var languages: [String] = []
        var markup = Markup(html)
        _ = markup.text { tag in
            guard let language = tag.blockLanguage else { return .keep }
            if languages.count < 64, !languages.contains(language) { languages.append(language) }
            return .leaveOut
        }
        guard languages.count > 1, let first = languages.first else { return html }
        let chosen = languages.first { $0 == "en" || $0.hasPrefix("en-") } ?? first
        markup = Markup(html)
        return markup.text { tag in tag.blockLanguage.map { $0 == chosen } ?? true ? .keep : .leaveOut }
    }

    /// `html` in which each vcard (a template about a person: name, dates, works, places) is replaced by the name in
    /// it, its elements of class `fn`. One without such an element stays.
    static func namesOnly(_ html: String) -> String {
        guard html.containsBytes(of: "vcard"), html.containsBytes(of: "fn") else { return html }
        var markup = Markup(html)
        return markup.withNamesOfCards()
    }

    /// The value of the first `datetime="…"` in a `<time>`.
    static func datetime(_ html: String) -> String? {
        guard html.containsBytes(of: "datetime") else { return nil }
        var markup = Markup(html)
        var found: String?
        _ = markup.text { tag in
            if found == nil, tag.name == "time" { found = tag.value(of: "datetime") }
            return .keep
        }
        return found
    }

    private init(_ html: String) {
        source = Array(html.utf8)
    }

    private enum Choice {
        case keep, leaveOut
    }

    /// The source without the elements that `choice` leaves out, and without their content.
    private mutating func text(_ choice: (Tag) -> Choice) -> String {
        var kept: [UInt8] = []
        // The element being left out, and how many elements of its name are open.
        var skipped: (name: String, depth: Int)?
        while position < source.count {
            guard source[position] == UInt8(ascii: "<"), let end = tagEnd() else {
                if skipped == nil { kept.append(source[position]) }
                position += 1
                continue
            }
            let bytes = source[position..<end]
            position = end
            let tag = Tag(bytes)
            if let open = skipped {
                guard tag.name == open.name, !tag.isEmpty else { continue }
                let depth = open.depth + (tag.closes ? -1 : 1)
                skipped = depth == 0 ? nil : (open.name, depth)
            } else if !tag.closes, choice(tag) == .leaveOut {
                if !tag.isEmpty { skipped = (tag.name, 1) }
            } else {
                kept += bytes
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// An element that is open, by its name, and how many of that name are open in it.
    private struct Open {
        var name: String
        var depth = 1

        /// True when the tag closes this element.
        mutating func isClosed(by tag: Tag) -> Bool {
            guard tag.name == name, !tag.isEmpty else { return false }
            depth += tag.closes ? -1 : 1
            return depth == 0
        }
    }

    private mutating func withNamesOfCards() -> String {
        var (kept, whole, names): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var (card, name): (Open?, Open?) = (nil, nil)
        func line(_ bytes: [UInt8]) -> [UInt8] { Array("<br>".utf8) + bytes + Array("<br>".utf8) }
        while position < source.count {
            let start = position
            let tag = source[position] == UInt8(ascii: "<") ? tagEnd().map { Tag(source[start..<$0], end: $0) } : nil
            position = tag?.end ?? start + 1
            let bytes = source[start..<position]
            guard card != nil else {
                if let tag, !tag.closes, !tag.isEmpty, tag.hasClass("vcard") {
                    card = Open(name: tag.name)
                    (whole, names) = (Array(bytes), [])
                } else {
                    kept += bytes
                }
                continue
            }
            whole += bytes
            if let tag {
                if name != nil {
                    if name?.isClosed(by: tag) == true {
                        name = nil
                        names += Array("<br>".utf8)
                    } else {
                        names += bytes
                    }
                } else if !tag.closes, !tag.isEmpty, tag.hasClass("fn") {
                    name = Open(name: tag.name)
                }
                guard card?.isClosed(by: tag) == true else { continue }
                kept += line(names.isEmpty ? whole : names)
                (card, name) = (nil, nil)
            } else if name != nil {
                names += bytes
            }
        }
        // A card that never ends.
        if card != nil { kept += names.isEmpty ? whole : line(names) }
        return String(decoding: kept, as: UTF8.self)
    }

    /// The index after the `>` of a tag at `position`; nil if there is no tag, or one longer than 4 KiB.
    private mutating func tagEnd() -> Int? {
        let next = position + 1 < source.count ? source[position + 1] : 0
        guard next == UInt8(ascii: "/") || (next | 0x20).isLetter else { return nil }
        if end <= position { end = source[position...].firstIndex(of: UInt8(ascii: ">")) ?? source.count }
        return end < source.count && end - position < 4096 ? end + 1 : nil
    }
}

private struct Tag {
    let name: String
    /// The index behind it.
    let end: Int
    let closes: Bool
    /// Whether the element has no end tag.
    let isEmpty: Bool
    private let text: String

    init(_ bytes: ArraySlice<UInt8>, end: Int = 0) {
        self.end = end
        text = String(decoding: bytes, as: UTF8.self)
        closes = text.beginsWithBytes(of: "</")
        let letters = text.dropFirst(closes ? 2 : 1).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        name = letters.lowercased()
        isEmpty = text.endsWithBytes(of: "/>") || ["br", "hr", "img", "wbr", "link", "meta", "input"].contains(name)
    }

    func hasClass(_ name: String) -> Bool {
        value(of: "class")?.split(separator: " ").contains { $0 == name } ?? false
    }

    var isHidden: Bool {
        guard let style = value(of: "style") else { return false }
        return style.lowercased().filter { $0 != " " }.contains("display:none")
    }

    /// The language of an element that holds a text; nil for one around a single foreign word.
    var blockLanguage: String? {
        guard ["div", "p", "span", "dd", "li", "td"].contains(name), let language = value(of: "lang"),
            name != "span" || text.containsBytes(of: "description")
        else { return nil }
        return language.lowercased()
    }

    func value(of attribute: String) -> String? {
        let bytes = text.utf8
        guard let start = bytes.firstRange(of: " \(attribute)=".utf8)?.upperBound, start < bytes.endIndex else {
            return nil
        }
        let quote = bytes[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return String(decoding: bytes[bytes.index(after: start)...].prefix { $0 != quote }, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
