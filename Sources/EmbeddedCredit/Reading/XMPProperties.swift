internal import PhotoTree

/// Reads the properties of an XMP packet that anybody may have written, by their usual prefixes ("dc:creator"): simple
/// values, the items of lists, `rdf:resource`, and attributes in place of elements. The text is untrusted: only XML's
/// own five entities and character references are replaced, nested properties are not followed, names are short and of
/// ASCII, values are cut, and reading ends where the text is no XML.
struct XMPProperties {
    private(set) var values: [String: [String]] = [:]

    private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    /// Those that we write, and one that only others do.
    private static let namespaces = XMPPacket.namespaces + [(prefix: "xmp", address: "http://ns.adobe.com/xap/1.0/")]
    private static let mostValues = 1000
    /// In bytes. Swift compares names with many marks in time quadratic in their number, so names are of ASCII, too.
    private static let longestName = 100
    private static let longestValue = 16 << 10
    private let text: [UInt8]
    private var position = 0
    /// The usual prefix of each prefix that the packet declares.
    private var prefixes: [String: String] = [:]
    /// The property that contains the open elements; `depth` is how deep they are below it.
    private var property: String?
    private var depth = 0
    private var content: [UInt8] = []
    private var count = 0

    init(_ packet: ArraySlice<UInt8>) {
        text = Self.utf8(packet)
        while position < text.count, count < Self.mostValues, readPiece() {}
    }

    func first(_ name: String) -> String? {
        values[name]?.first
    }

    /// The packet in UTF-8, in which most are written; UTF-16 begins with a mark or with half of a sign.
    private static func utf8(_ packet: ArraySlice<UInt8>) -> [UInt8] {
        let (first, second) = (packet.first ?? 0, packet.dropFirst().first ?? 0)
        let isBig = first == 0xFE && second == 0xFF || first == 0 && second == UInt8(ascii: "<")
        let isLittle = first == 0xFF && second == 0xFE || first == UInt8(ascii: "<") && second == 0
        guard isBig || isLittle else { return Array(packet) }
        let bytes = ImageBytes(packet)
        let units = stride(from: 0, to: packet.count - 1, by: 2).map {
            UInt16(truncatingIfNeeded: bytes.number($0, 2, little: isLittle) ?? 0)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Reads the text before the next mark-up, and the mark-up; false at the end, or where the text is no XML.
    private mutating func readPiece() -> Bool {
        guard let open = text[position...].firstIndex(of: UInt8(ascii: "<")) else { return false }
        if property != nil { content += text[position..<open] }
        let rest = text[open...]
        if rest.starts(with: "<!--".utf8) { return skip(past: "-->", from: open) }
        if rest.starts(with: "<?".utf8) { return skip(past: "?>", from: open) }
        if rest.starts(with: Self.verbatim) {
            guard skip(past: "]]>", from: open) else { return false }
            // As it would stand outside, where `&` means something.
            if property != nil {
                for byte in text[(open + Self.verbatim.count)..<(position - 3)] {
                    content += byte == UInt8(ascii: "&") ? Array("&amp;".utf8) : [byte]
                }
            }
            return true
        }
        guard !rest.starts(with: "<!".utf8), let close = end(ofTagAt: open) else { return false }
        position = close + 1
        var tag = text[open + 1..<close]
        if tag.first == UInt8(ascii: "/") {
            closeElement()
            return true
        }
        let isEmpty = tag.last == UInt8(ascii: "/")
        if isEmpty { tag = tag.dropLast() }
        openElement(tag)
        if isEmpty { closeElement() }
        return true
    }

    private static let verbatim = Array("<![CDATA[".utf8)

    private mutating func skip(past end: String, from start: Int) -> Bool {
        let end = Array(end.utf8)
        var index = start
        while index + end.count <= text.count {
            if text[index..<index + end.count].elementsEqual(end) {
                position = index + end.count
                return true
            }
            index += 1
        }
        return false
    }

    /// A `>` in a quoted value does not end the tag.
    private func end(ofTagAt open: Int) -> Int? {
        var quote: UInt8?
        for index in open..<text.count {
            switch (text[index], quote) {
            case (UInt8(ascii: ">"), nil): return index
            case (let byte, nil) where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"): quote = byte
            case (let byte, let open?) where byte == open: quote = nil
            default: continue
            }
        }
        return nil
    }

    private mutating func openElement(_ tag: ArraySlice<UInt8>) {
        let name = tag.prefix { !Self.isBlank($0) }
        let attributes = Self.attributes(tag.dropFirst(name.count))
        for (name, value) in attributes where name.beginsWithBytes(of: "xmlns:") {
            let known = Self.namespaces.first { value.hasBytes(of: $0.address) }?.prefix
            prefixes[String(name.dropFirst(6))] = value.hasBytes(of: Self.rdf) ? "rdf" : known ?? ""
        }
        let element = usual(Self.name(name))
        if property != nil {
            depth += 1
            // The next item of a list, or the next member of a structure.
            content = []
            return
        }
        guard element != "rdf:Description", element != "rdf:RDF", !element.isEmpty else {
            for (name, value) in attributes where !name.beginsWithBytes(of: "xmlns") { note(usual(name), value) }
            return
        }
        guard element.contains(":") else { return }
        property = element
        depth = 0
        content = []
        if let resource = attributes.first(where: { usual($0.name) == "rdf:resource" }) {
            note(element, resource.value)
        }
    }

    private mutating func closeElement() {
        guard let name = property else { return }
        note(name, Self.decoded(content[...]))
        content = []
        if depth == 0 { property = nil } else { depth -= 1 }
    }

    private mutating func note(_ name: String, _ value: String) {
        guard !name.isEmpty, value.utf8.contains(where: { !Self.isBlank($0) }) else { return }
        count += 1
        values[name, default: []].append(value)
    }

    /// The name with its usual prefix; empty for a name of a foreign namespace, and for one without a namespace.
    private func usual(_ name: String) -> String {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let prefix = prefixes[String(name[..<colon])] ?? ""
        return prefix.isEmpty ? "" : prefix + name[colon...]
    }

    private static func attributes(_ text: ArraySlice<UInt8>) -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        var rest = text
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].lazy.filter { !isBlank($0) }
            let value = rest[equals...].dropFirst().drop(while: isBlank)
            guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote)
            else { break }
            attributes.append((Self.name(name), decoded(value[(value.startIndex + 1)..<end])))
            rest = text[(end + 1)...]
        }
        return attributes
    }

    /// Empty for a name that no property of use here has.
    private static func name(_ bytes: some Sequence<UInt8>) -> String {
        let name = Array(bytes.prefix(longestName + 1))
        return name.count <= longestName && name.allSatisfy { $0 < 0x80 } ? String(decoding: name, as: UTF8.self) : ""
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Replaces XML's entities and character references; anything else that looks like one stays as it is.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        let text = text.prefix(longestValue)
        guard text.contains(UInt8(ascii: "&")) else { return LegacyText.decoded(text) }
        var bytes: [UInt8] = []
        var rest = text
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            bytes += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(named: String(decoding: rest[(ampersand + 1)..<end], as: UTF8.self))
            else {
                bytes.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
                continue
            }
            bytes += String(Character(scalar)).utf8
            rest = rest[(end + 1)...]
        }
        return LegacyText.decoded(bytes + rest)
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
        case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
        default: nil
        }
    }
}
