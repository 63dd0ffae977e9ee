/// Makes damaged inputs out of sound ones. The same seed gives the same inputs on every machine.
public struct Mutator: RandomNumberGenerator {
    /// In bytes. Long enough that work which grows with the square of a length shows.
    public static let maximumLength = 64 << 10

    private var generator: SeededGenerator

    /// The generator of the input `index` of a run, so that each can be made again without those before it.
    public init(seed: UInt64, index: UInt64 = 0) {
        var first = SeededGenerator(seed: seed)
        generator = SeededGenerator(seed: first.next() ^ index &* 0xD134_2543_DE82_EF95)
    }

    public mutating func next() -> UInt64 { generator.next() }

    /// One of `seeds` after up to eight injuries; seldom a very long one.
    public mutating func input(from seeds: [[UInt8]]) -> [UInt8] {
        var bytes = seeds.randomElement(using: &self) ?? []
        for _ in 0..<upTo(8) {
            injure(&bytes, with: seeds)
        }
        if upTo(150) == 0, !bytes.isEmpty {
            let piece = bytes[span(in: bytes, atMost: 64)]
            let times = upTo(Self.maximumLength / max(1, piece.count))
            bytes.insert(contentsOf: [[UInt8]](repeating: Array(piece), count: times).joined(), at: place(in: bytes))
        }
        return Array(bytes.prefix(Self.maximumLength))
    }

    /// The same as text; what is no UTF-8 is repaired.
    public mutating func text(from seeds: [String]) -> String {
        String(decoding: input(from: seeds.map { Array($0.utf8) }), as: UTF8.self)
    }

    /// From 0 to `limit`.
    public mutating func upTo(_ limit: Int) -> Int {
        Int.random(in: 0...max(0, limit), using: &self)
    }

    /// Any bits at all: infinities, NaNs and denormals among many an ordinary number.
    public mutating func double() -> Double {
        switch upTo(3) {
        case 0: Double(bitPattern: next())
        case 1: [0, -0.0, 90, -90, 180, -180, 180.000001, .nan, .infinity, -.infinity].randomElement(using: &self) ?? 0
        default: Double.random(in: -200...200, using: &self)
        }
    }

    private mutating func injure(_ bytes: inout [UInt8], with seeds: [[UInt8]]) {
        let at = place(in: bytes)
        switch upTo(9) {
        case 0 where !bytes.isEmpty: bytes[at % bytes.count] ^= 1 << UInt8(upTo(7))
        case 1 where !bytes.isEmpty: bytes[at % bytes.count] = UInt8(truncatingIfNeeded: next())
        case 2: bytes.removeSubrange(span(in: bytes, atMost: 40))
        case 3: bytes.removeLast(bytes.count - at)
        case 4: bytes.insert(contentsOf: bytes[span(in: bytes, atMost: 200)], at: at)
        case 5: bytes.insert(contentsOf: [[UInt8]](repeating: word(), count: 1 << upTo(6)).joined(), at: at)
        case 6:
            let other = seeds.randomElement(using: &self) ?? []
            bytes.replaceSubrange(at..., with: other[place(in: other)...])
        case 7: exaggerate(&bytes, from: at)
        default: bytes.insert(contentsOf: word(), at: at)
        }
    }

    /// Puts another number in place of the next one, and else another word in place of a byte.
    private mutating func exaggerate(_ bytes: inout [UInt8], from at: Int) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let start = bytes[at...].firstIndex(where: digits.contains) ?? at
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: Self.numbers.randomElement(using: &self) ?? [])
    }

    private mutating func place(in bytes: [UInt8]) -> Int {
        upTo(bytes.count)
    }

    private mutating func span(in bytes: [UInt8], atMost length: Int) -> Range<Int> {
        let start = place(in: bytes)
        return start..<(start + upTo(min(length, bytes.count - start)))
    }

    private mutating func word() -> [UInt8] {
        let words = upTo(4) == 0 ? Self.malformed : Self.words
        return words.randomElement(using: &self) ?? []
    }

    private static let numbers = [
        "0", "-0", "-1", "1e400", "-1e-400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "18446744073709551616", "1e308", "0.0000000000000000001", "99999999999999999999999999", "00", "1e", "0x10",
        "2147483648", "4294967296", "NaN", "Infinity", "180.0000001", "-90.0000001",
    ].map { Array($0.utf8) }

    private static let words = [
        "{", "}", "[", "]", "[[[[[[[[", "{\"a\":", "\"", "\\", "\\u", "\\ud83d", "\\ude00", "\\u0000", "\\\"", ",", ":",
        "null", "true", "%", "%2", "%2F", "%00", "%zz", "%c3%28", "/", "..", "../", ".", "-", "~", ".jpg", ".JPG",
        ".geojson", " (2)", "(", ")", "con", "map", "&", "&#", "&#x110000;", "&#55296;", "&lt;", "&nbsp", "<", "</",
        "<!--",
        "-->", "<script", "</script>", "<a href=\"", "='", ">", "\0", "\n", "\r\n", "\t", "\u{7F}", "\u{85}", "\u{A0}",
        "\u{2028}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "\u{301}",
        "e\u{301}", "é", "ß", "İ", "ı", "ǆ", "ﬃ", "Ω", "\u{1E9E}", "ᄀ", "ᅡ", "각", "\u{FB1D}", "\u{344}", "\u{1D15E}",
        "👩‍👩‍👧", "🏳️‍🌈",
        "東京", "\u{E0041}", "\u{34F}", "\u{180E}", "①", "½", "٣", "\u{3000}", ";", "=", "@", "://", "#", "?", "|", "*",
    ].map { Array($0.utf8) }

    /// No UTF-8: cut, overlong, surrogates, beyond the last scalar.
    private static let malformed: [[UInt8]] = [
        [0xC3], [0xE2, 0x80], [0xF0, 0x9F, 0x98], [0x80], [0xFF], [0xFE], [0xC0, 0xAF], [0xE0, 0x80, 0xAF],
        [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC2], [0xEF, 0xBB, 0xBF], [0x00],
    ]
}
