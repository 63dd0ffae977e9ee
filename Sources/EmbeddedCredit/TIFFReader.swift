/// Reads the first directory of a TIFF file, as EXIF has it. Untrusted: every offset is checked.
struct TIFFReader {
    static let artist = 0x013B
    static let copyright = 0x8298

    private let bytes: ArraySlice<UInt8>
    private let isLittle: Bool

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        isLittle = bytes.first == UInt8(ascii: "I")
    }

    /// Whether a tag for a person has content: many cameras write both tags and leave them blank.
    var namesSomebody: Bool {
        saysSomething(Self.artist) || saysSomething(Self.copyright)
    }

    /// In `copyright` the photographer may be blank and the editor named behind a NUL. An unreadable tag counts as
    /// content.
    private func saysSomething(_ tag: Int) -> Bool {
        guard let entry = entry(tag) else { return false }
        guard let count = number(at: entry + 4, bytes: 4),
            let offset = count > 4 ? number(at: entry + 8, bytes: 4) : entry + 8, let value = slice(offset, count)
        else { return true }
        return value.contains { $0 > 0x20 }
    }

    /// The text of `tag` up to its first NUL; nil when there is none.
    func text(_ tag: Int) -> String? {
        guard let entry = entry(tag), number(at: entry + 2, bytes: 2) == 2, let count = number(at: entry + 4, bytes: 4),
            let offset = count > 4 ? number(at: entry + 8, bytes: 4) : entry + 8, let text = slice(offset, count)
        else { return nil }
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The offset of the entry of `tag`.
    private func entry(_ tag: Int) -> Int? {
        guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else { return nil }
        return (0..<count).lazy.map { directory + 2 + 12 * $0 }.prefix { $0 + 12 <= bytes.count }
            .first { number(at: $0, bytes: 2) == tag }
    }

    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard let digits = slice(offset, count) else { return nil }
        return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }

    private func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
    }
}
