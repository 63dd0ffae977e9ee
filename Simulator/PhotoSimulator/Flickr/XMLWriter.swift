/// Writes answers as Flickr's default format, `rest`.
struct XMLWriter {
    private(set) var bytes = Array(#"<?xml version="1.0" encoding="utf-8" ?>"#.utf8)

    mutating func writeSuccess(_ elements: [Element]) {
        write("\n<rsp stat=\"ok\">\n")
        for element in elements { write(element, depth: 0) }
        write("</rsp>\n")
    }

    mutating func writeFailure(_ failure: APIFailure) {
        write("\n<rsp stat=\"fail\">\n\t<err code=\"\(failure.code)\" msg=\"")
        writeEscaped(failure.message)
        write("\" />\n</rsp>\n")
    }

    private mutating func write(_ element: Element, depth: Int) {
        let indentation = String(repeating: "\t", count: depth)
        write("\(indentation)<\(element.name)")
        for attribute in element.attributes {
            write(" \(attribute.name)=\"")
            writeEscaped(attribute.value.string)
            write("\"")
        }
        let children = element.children.flatMap { child in
            switch child {
            case .one(let child): [child]
            case .many(_, let list): list
            }
        }
        let text = element.text?.string ?? ""
        guard !children.isEmpty || !text.isEmpty else {
            write(" />\n")
            return
        }
        write(">")
        writeEscaped(text)
        if !children.isEmpty {
            write("\n")
            for child in children { write(child, depth: depth + 1) }
            write(indentation)
        }
        write("</\(element.name)>\n")
    }

    private mutating func write(_ raw: String) {
        bytes.append(contentsOf: raw.utf8)
    }

    private mutating func writeEscaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": write("&amp;")
            case "<": write("&lt;")
            case ">": write("&gt;")
            case "\"": write("&quot;")
            case "'": write("&#039;")
            // XML 1.0 has no way to write other control characters, not even escaped.
            case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t": continue
            default: bytes.append(contentsOf: Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter))
            }
        }
    }
}
