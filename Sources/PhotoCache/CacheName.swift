import PhotoTree

/// The names of the cache's files: `photo,rendition.photo` when whole, `photo,rendition.number.partial` until then.
/// Identifiers are untrusted, and a disk may fold case. So everything but lower-case letters, digits, `-` and `_` is
/// written as `%` and two hexadecimal digits: no two keys share a name and none leaves the directory.
enum CacheName {
    static let partialEnding = ".partial"
    private static let wholeEnding = ".photo"
    /// Leaves room for the endings in the 255 bytes of a name.
    private static let longestStem = 210

    /// nil when the key's name would be too long for a file.
    static func whole(_ key: ImageKey) -> String? {
        stem(key).map { $0 + wholeEnding }
    }

    static func partial(_ key: ImageKey, _ number: FileNumber) -> String? {
        stem(key).map { "\($0).\(number.rawValue)\(partialEnding)" }
    }

    /// The key that a whole photo's file name stands for; nil for any other name.
    static func key(of name: String) -> ImageKey? {
        guard name.hasSuffix(wholeEnding) else { return nil }
        let parts = name.dropLast(wholeEnding.count).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let photo = decoded(parts[0]), let rendition = decoded(parts[1]) else { return nil }
        let key = ImageKey(photo: PhotoID(photo), rendition: rendition)
        // A name that is not the one we would write is not ours.
        return whole(key) == name ? key : nil
    }

    static func isPartial(_ name: String) -> Bool {
        guard name.hasSuffix(partialEnding) else { return false }
        let stem = name.dropLast(partialEnding.count)
        guard let dot = stem.lastIndex(of: "."), UInt64(stem[dot...].dropFirst()) != nil else { return false }
        return key(of: stem[..<dot] + wholeEnding) != nil
    }

    private static func stem(_ key: ImageKey) -> String? {
        let stem = encoded(key.photo.rawValue) + "," + encoded(key.rendition)
        return stem.utf8.count <= longestStem ? stem : nil
    }

    private static func encoded(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return name
    }

    private static func decoded(_ name: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = name.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
