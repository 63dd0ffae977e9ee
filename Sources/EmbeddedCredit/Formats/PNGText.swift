internal import Zlib

/// A text in a PNG: `tEXt`, `zTXt` or `iTXt` (W3C "PNG Specification", section 11.3.3).
struct PNGText {
    let keyword: String
    /// Unpacked; nil where it is damaged, or longer than any text that is of use here.
    let content: ArraySlice<UInt8>?

    static let packet = "XML:com.adobe.xmp"
    private static let profiles = Array("Raw profile type ".utf8)
    private static let longestKeyword = 79
    private static let longest = 2 << 20

    /// Nil for another chunk.
    init?(_ chunk: PNGChunks.Chunk) {
        let end = chunk.content.prefix(Self.longestKeyword + 1).firstIndex(of: 0)
        guard let end else { return nil }
        let rest = chunk.content[(end + 1)...]
        keyword = String(decoding: chunk.content[..<end].map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        switch String(decoding: chunk.type, as: UTF8.self) {
        case "tEXt": content = rest
        // The method.
        case "zTXt": content = Self.unpacked(rest.dropFirst())
        case "iTXt":
            // Compression flag and method, then language and translated keyword.
            let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { content = nil; return }
            content = rest.first == 0 ? parts[2] : Self.unpacked(parts[2])
        default: return nil
        }
    }

    /// "exif", "xmp": whose bytes ImageMagick keeps in the text.
    var profileName: String? {
        guard keyword.utf8.starts(with: Self.profiles) else { return nil }
        return String(decoding: keyword.utf8.dropFirst(Self.profiles.count), as: UTF8.self).lowercased()
    }

    /// The bytes of such a text: behind a name and a length they stand in hexadecimal.
    var profile: ArraySlice<UInt8>? {
        guard let content else { return nil }
        let lines = content.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard lines.count == 3 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(lines[2].count / 2)
        var high: UInt8?
        for character in lines[2] {
            guard let digit = Self.digit(character) else { continue }
            guard let first = high else {
                high = digit
                continue
            }
            bytes.append(first << 4 | digit)
            high = nil
        }
        return bytes[...]
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func unpacked(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        Deflated.unpack(Array(bytes), limit: longest).map { $0[...] }
    }
}
