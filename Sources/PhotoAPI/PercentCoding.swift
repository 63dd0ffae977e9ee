/// What stands behind the "?" of an address that asks with these arguments; in the order of their names, so that the same
/// question has one address.
package func queryText(_ arguments: [String: String]) -> String {
    arguments.sorted { $0.key < $1.key }
        .map { "\(percentEncoded($0.key))=\(percentEncoded($0.value))" }
        .joined(separator: "&")
}

/// `text` with everything but RFC 3986's unreserved characters percent-encoded: one raw blank in its address makes
/// services answer HTTP 400.
package func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            encoded.append(byte)
        default:
            encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}
