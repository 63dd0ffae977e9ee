/// Percent-encoding of forms and queries, with lenient decoding.
enum PercentCoding {
    /// Decodes `%41` and `+`. A percent sign that begins no escape stays as it is; bytes that are not UTF-8 become
    /// U+FFFD.
    static func decodedForm(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let high = hexadecimal(rest.first),
                let low = hexadecimal(rest.dropFirst().first)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// "San José" becomes "San+Jos%C3%A9".
    static func encodedForm(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "):
                encoded += "+"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    private static func hexadecimal(_ byte: UInt8?) -> UInt8? {
        switch byte {
        case .some(let digit) where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit):
            digit - UInt8(ascii: "0")
        case .some(let digit) where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit | 0x20):
            (digit | 0x20) - UInt8(ascii: "a") + 10
        default:
            nil
        }
    }
}
