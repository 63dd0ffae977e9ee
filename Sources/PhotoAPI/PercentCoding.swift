/// The query of an address (after "?") for these arguments, sorted by name, so that the same request always has the
/// same address.
package func queryText(_ arguments: [String: String]) -> String {
    arguments.sorted { $0.key < $1.key }
        .map { "\(percentEncoded($0.key))=\(percentEncoded($0.value))" }
        .joined(separator: "&")
}

/// `text` with everything but RFC 3986's unreserved characters percent-encoded: services answer HTTP 400 to an address
/// with an unencoded space.
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
