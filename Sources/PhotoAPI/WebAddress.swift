internal import HTTP
internal import PhotoTree

/// An absolute http or https address, split as far as needed to compare and replace hosts.
package struct WebAddress: Hashable, Sendable {
    /// In lower case.
    package var scheme: String
    /// "host" or "host:port", in lower case.
    package var authority: String
    /// Path and query, from the first "/"; may be empty.
    package var path: String

    /// Nil if the address contains a user name, a space or a character that is not ASCII.
    package init?(_ text: String) {
        // By bytes, for speed: each photo of a listing has a dozen addresses.
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        scheme = Self.lowercased(bytes[..<colon])
        let rest = bytes[(colon + 3)...].prefix { $0 != UInt8(ascii: "#") }
        let end = rest.firstIndex(where: Self.endsAuthority) ?? rest.endIndex
        authority = Self.lowercased(rest[..<end])
        path = String(decoding: rest[end...], as: UTF8.self)
        guard scheme == "https" || scheme == "http", !rest[..<end].isEmpty, !rest[..<end].contains(UInt8(ascii: "@")),
            path.isEmpty || rest[end] == UInt8(ascii: "/")
        else { return nil }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let hasUppercase = bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return hasUppercase ? text.lowercased() : text
    }

    /// Whether a segment of the path is "." or "..", percent-encoded or not.
    package var hasDotSegments: Bool {
        guard path.utf8.contains(UInt8(ascii: ".")) || path.utf8.contains(UInt8(ascii: "%")) else { return false }
        return PathSegments.haveDots(String(decoding: path.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self))
    }

    package var text: String { scheme + "://" + authority + path }
}

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

/// `value` divided by ten to the power of `places`, never with the exponent that `Double` may print.
package func decimal(_ value: Int, places: Int) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 ? "-" : ""
    return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
}

/// Degrees with six decimals: a tenth of a metre.
package func degrees(_ value: Double) -> String {
    decimal(Int((value * 1_000_000).rounded()), places: 6)
}
