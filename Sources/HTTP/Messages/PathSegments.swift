/// What the path of an address means to servers, which fold it before they look a file up.
package enum PathSegments {
    /// Whether a segment is "." or "..", also if its dots or the slashes beside it are percent-encoded: curl folds plain
    /// ones, and servers the encoded ones. A backslash counts as a slash. The path has no query.
    package static func haveDots(_ path: some StringProtocol) -> Bool {
        var plain: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
                else {
                    plain.append(byte)
                    continue
                }
                rest = rest.dropFirst(2)
                plain.append(code == UInt8(ascii: "\\") ? UInt8(ascii: "/") : code)
            case UInt8(ascii: "\\"): plain.append(UInt8(ascii: "/"))
            default: plain.append(byte)
            }
        }
        return plain.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
        }
    }
}
