/// Writes JSON as bytes that are safe inside an HTML script, too.
struct GeoJSONWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init(reserving capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func object(_ content: (inout GeoJSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), content)
    }

    mutating func array(_ content: (inout GeoJSONWriter) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), content)
    }

    /// A member's name, which has nothing to escape; its value must follow.
    mutating func key(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes nothing for nil and for an empty text.
    mutating func member(_ name: String, unlessEmpty value: String?) {
        if let value, !value.isEmpty { member(name, value) }
    }

    mutating func member(_ name: String, _ value: Int) {
        key(name)
        raw(String(value))
    }

    mutating func number(_ value: Double) {
        raw(DecimalText.of(value))
    }

    mutating func null() {
        raw("null")
    }

    mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        if Self.mayNeedEscape(value) {
            appendEscaped(Array(value.utf8))
        } else {
            bytes.append(contentsOf: value.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// A new line before the next element, for people and for `diff`.
    mutating func newline() {
        separate()
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Ends the document.
    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    private mutating func nested(_ open: UInt8, _ close: UInt8, _ content: (inout GeoJSONWriter) -> Void) {
        separate()
        bytes.append(open)
        content(&self)
        bytes.append(close)
        needsComma = true
    }

    private static func mayNeedEscape(_ text: String) -> Bool {
        // A loop without an exit, so that the compiler compares many bytes at once.
        let bytes = text.utf8Span.span
        var found: UInt8 = 0
        for index in bytes.indices { found |= mayNeedEscape(bytes[index]) ? 1 : 0 }
        return found != 0
    }

    /// Whether a string with this byte must be checked. 0xC2 begins the control characters that terminals obey like
    /// ESC, 0xE2 begins the two line ends that break scripts and the characters that change the text's direction.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        let isPlain =
            byte >= 0x20 && byte != 0x22 && byte != 0x3C && byte != 0x5C && byte != 0x7F && byte != 0xC2 && byte != 0xE2
        return !isPlain
    }

    /// U+0080–U+009F, U+2028–U+202E and U+2066–U+2069, of two or three bytes; nil for others.
    private static func unsafeScalar(_ text: ArraySlice<UInt8>) -> UInt32? {
        let bytes = text.prefix(3).map(UInt32.init)
        guard bytes[0] == 0xE2 else { return bytes[1] < 0xA0 ? bytes[1] : nil }
        let scalar = 0x2000 | (bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F)
        return (0x2028...0x202E).contains(scalar) || (0x2066...0x2069).contains(scalar) ? scalar : nil
    }

    private mutating func appendEscaped(_ text: [UInt8]) {
        var written = 0
        for (index, byte) in text.enumerated() where Self.mayNeedEscape(byte) {
            var length = 1
            var scalar = UInt32(byte)
            if byte >= 0x80 {
                guard let found = Self.unsafeScalar(text[index...]) else { continue }
                length = byte == 0xC2 ? 2 : 3
                scalar = found
            }
            bytes.append(contentsOf: text[written..<index])
            bytes.append(contentsOf: Self.escape(scalar).utf8)
            written = index + length
        }
        bytes.append(contentsOf: text[written...])
    }

    private static func escape(_ scalar: UInt32) -> String {
        switch scalar {
        case 0x22: return "\\\""
        case 0x5C: return "\\\\"
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        case 0x09: return "\\t"
        default:
            // `<` is one of them: `</script>` and `<!--` would end or change the script around it.
            let digits = String(scalar, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}
