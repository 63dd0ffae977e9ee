/// Reads the directories of a TIFF file (TIFF 6.0, section 2), as EXIF has it. Untrusted: every offset is checked.
struct TIFFReader {
    /// A value, of which only the place is known.
    struct Entry {
        let offset: Int
        /// In bytes.
        let length: Int
    }

    enum Tag {
        static let make = 0x010F
        static let model = 0x0110
        static let horizontalResolution = 0x011A
        static let verticalResolution = 0x011B
        static let resolutionUnit = 0x0128
        static let artist = 0x013B
        static let copyright = 0x8298
        static let exifDirectory = 0x8769
        /// Windows' "Authors", in UTF-16.
        static let authors = 0x9C9D
        static let cameraOwner = 0xA430
    }

    private let bytes: ImageBytes
    let isLittle: Bool
    /// The first directory.
    private let entries: [Int: Entry]
    /// Where the next directory begins; nil where none follows.
    let next: Int?

    init(_ bytes: ImageBytes) {
        let isLittle = bytes.beginning(1).first == UInt8(ascii: "I")
        self.init(bytes, at: bytes.number(4, 4, little: isLittle), isLittle)
    }

    /// The directory at a place in the bytes.
    init(_ bytes: ImageBytes, at directory: Int?, _ isLittle: Bool) {
        self.bytes = bytes
        self.isLittle = isLittle
        entries = Self.entries(bytes, at: directory, isLittle)
        let count = directory.flatMap { bytes.number($0, 2, little: isLittle) }
        let next = directory.flatMap { directory in
            count.flatMap { bytes.number(directory + 2 + 12 * $0, 4, little: isLittle) }
        }
        self.next = next == 0 ? nil : next
    }

    var values: some Sequence<Entry> { entries.values }

    func entry(_ tag: Int) -> Entry? { entries[tag] }

    /// The bytes of the tag's value, `limit` at most; nil when there is no such tag, or the value lies outside.
    func value(_ tag: Int, limit: Int) -> ArraySlice<UInt8>? {
        entries[tag].flatMap { bytes.bytes($0.offset, min($0.length, limit)) }
    }

    /// A whole number in the tag's value.
    func number(_ tag: Int) -> Int? {
        entries[tag].flatMap { bytes.number($0.offset, min($0.length, 4), little: isLittle) }
    }

    /// The one number of four bytes that is the tag's value; nil where it has another.
    func long(_ tag: Int) -> Int? { entries[tag].flatMap { $0.length == 4 ? number(tag) : nil } }

    /// The texts of the tag, of which NULs separate several; empty when there is none, nil for one that is damaged.
    func texts(_ tag: Int) -> [String]? {
        guard let entry = entries[tag] else { return [] }
        guard bytes.bytes(entry.offset, entry.length) != nil, let value = value(tag, limit: Self.longestText)
        else { return nil }
        return value.split(separator: 0).map { LegacyText.decoded($0) }.filter { !$0.isEmpty }
    }

    /// A text in UTF-16, as Windows writes it; empty when there is none.
    func wideText(_ tag: Int) -> String {
        let value = Array(value(tag, limit: Self.longestText) ?? [])
        let units = stride(from: 0, to: value.count - 1, by: 2).map { UInt16(value[$0]) | UInt16(value[$0 + 1]) << 8 }
        return LegacyText.line(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    /// The directory that the tag points to.
    func directory(_ tag: Int) -> TIFFReader {
        TIFFReader(bytes, at: number(tag), isLittle)
    }

    private static let longestText = 4 << 10
    private static let mostEntries = 4096

    /// In a directory with damage only the entries before it count; of two with one tag the first does.
    private static func entries(_ bytes: ImageBytes, at directory: Int?, _ isLittle: Bool) -> [Int: Entry] {
        guard let directory, let count = bytes.number(directory, 2, little: isLittle) else { return [:] }
        let there = min(count, mostEntries, max(0, bytes.count - directory - 2) / 12)
        guard let rows = bytes.bytes(directory + 2, 12 * there).map(ImageBytes.init) else { return [:] }
        var entries: [Int: Entry] = [:]
        for row in stride(from: 0, to: 12 * there, by: 12) {
            guard let tag = rows.number(row, 2, little: isLittle), entries[tag] == nil,
                let type = rows.number(row + 2, 2, little: isLittle),
                let count = rows.number(row + 4, 4, little: isLittle),
                let pointer = rows.number(row + 8, 4, little: isLittle)
            else { continue }
            let length = count * size(of: type)
            entries[tag] = Entry(offset: length > 4 ? pointer : directory + 10 + row, length: length)
        }
        return entries
    }

    /// In bytes. Unknown types are texts, as a damaged one may be.
    private static func size(of type: Int) -> Int {
        switch type {
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12: 8
        default: 1
        }
    }
}
