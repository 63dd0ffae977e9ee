/// Writes answers as Flickr's JSON: slashes and everything beyond ASCII escaped, no blanks.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let year: Year

    init(year: Year) {
        self.year = year
        bytes.reserveCapacity(16 * 1024)
    }

    /// `{"photos":{…},"stat":"ok"}`.
    mutating func writeSuccess(_ elements: [Element]) {
        write("{")
        for element in elements {
            writeName(element.name)
            write(element)
            write(",")
        }
        write(#""stat":"ok"}"#)
    }

    mutating func writeFailure(_ failure: APIFailure) {
        write(#"{"stat":"fail","code":\#(failure.code),"message":"#)
        writeString(failure.message)
        write("}")
    }

    mutating func write(_ raw: String) {
        bytes.append(contentsOf: raw.utf8)
    }

    private mutating func write(_ element: Element) {
        write("{")
        var isFirst = true
        func separated(_ writer: inout JSONWriter) {
            if !isFirst { writer.write(",") }
            isFirst = false
        }
        for attribute in element.attributes {
            separated(&self)
            writeName(attribute.name)
            write(attribute.value)
        }
        for child in element.children {
            separated(&self)
            switch child {
            case .one(let child):
                writeName(child.name)
                write(child)
            case .many(let name, let list):
                writeName(name)
                write("[")
                for (index, child) in list.enumerated() {
                    if index > 0 { write(",") }
                    write(child)
                }
                write("]")
            }
        }
        if let text = element.text {
            separated(&self)
            writeName("_content")
            write(text)
        }
        write("}")
    }

    private mutating func write(_ scalar: Scalar) {
        if case .null = scalar {
            write("null")
        } else if scalar.isNumber(in: year) {
            write(scalar.string)
        } else {
            writeString(scalar.string)
        }
    }

    private mutating func writeName(_ name: String) {
        writeString(name)
        write(":")
    }

    private mutating func writeString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for unit in text.utf16 {
            switch unit {
            case 0x22: write("\\\"")
            case 0x5C: write("\\\\")
            case 0x2F: write("\\/")
            case 0x0A: write("\\n")
            case 0x0D: write("\\r")
            case 0x09: write("\\t")
            case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: unit))
            default:
                let digits = String(unit, radix: 16)
                write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
