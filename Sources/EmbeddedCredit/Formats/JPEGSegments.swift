/// The segments of a JPEG before its first scan, in order. Untrusted: the sequence ends where the bytes are no JPEG,
/// and `ending` says why.
struct JPEGSegments: Sequence, IteratorProtocol {
    struct Segment {
        let marker: UInt8
        let content: ArraySlice<UInt8>
    }

    enum Ending {
        /// The image data follow.
        case scan
        /// The bytes end within a segment, or before the next one.
        case cut
        case damaged
    }

    private let bytes: [UInt8]
    private var position: Int
    private(set) var ending = Ending.cut

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = 2
        guard bytes.starts(with: [0xFF, JPEGMarker.startOfImage]) else {
            position = bytes.count
            ending = .damaged
            return
        }
    }

    mutating func next() -> Segment? {
        while position < bytes.count {
            guard bytes[position] == 0xFF else { return end(.damaged) }
            // Any number of FF may stand before a marker.
            while position < bytes.count, bytes[position] == 0xFF { position += 1 }
            guard position < bytes.count else { return nil }
            let marker = bytes[position]
            position += 1
            if JPEGMarker.isAlone(marker) { continue }
            switch marker {
            case JPEGMarker.startOfScan: return end(.scan)
            case JPEGMarker.endOfImage, JPEGMarker.startOfImage, 0: return end(.damaged)
            default: return segment(marker)
            }
        }
        return nil
    }

    private mutating func segment(_ marker: UInt8) -> Segment? {
        guard position + 2 <= bytes.count else { return end(.cut) }
        let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
        guard length >= 2 else { return end(.damaged) }
        guard position + length <= bytes.count else { return end(.cut) }
        defer { position += length }
        return Segment(marker: marker, content: bytes[(position + 2)..<(position + length)])
    }

    private mutating func end(_ why: Ending) -> Segment? {
        position = bytes.count
        ending = why
        return nil
    }
}

/// JPEG's markers (ITU-T T.81, table B.1) and the identifiers in its application segments.
enum JPEGMarker {
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let app0: UInt8 = 0xE0
    static let app1: UInt8 = 0xE1
    static let app2: UInt8 = 0xE2
    static let app11: UInt8 = 0xEB
    static let app13: UInt8 = 0xED

    static let jfif = Array("JFIF\0".utf8)
    static let jfxx = Array("JFXX\0".utf8)
    static let mpf = Array("MPF\0".utf8)
    static let exif = Array("Exif\0\0".utf8)
    static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// TEM and RST0 to RST7 have no segment.
    static func isAlone(_ marker: UInt8) -> Bool {
        marker == 0x01 || (0xD0...0xD7).contains(marker)
    }

    /// A segment with its marker, its length and its identifier; empty where it would exceed a segment's largest
    /// length.
    static func segment(_ marker: UInt8, identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        guard let length = UInt16(exactly: 2 + identifier.count + content.count) else { return [] }
        return [0xFF, marker] + length.bigEndianBytes + identifier + content
    }
}

/// The length of the first of several images in one JPEG, as the index of its MPF segment tells (CIPA DC-007). What is
/// inserted into the first image counts. The index has the places of the others, too, but from its own beginning: they
/// stay true.
struct FirstImageLength: Hashable, Sendable {
    /// In bytes from the start of the file; the length has four.
    let position: Int
    let value: UInt32
    private let isLittle: Bool

    /// Of the content of an MPF segment, whose indices count from the start of the file; nil when it has no such
    /// length.
    init?(_ content: ArraySlice<UInt8>) {
        let file = content.dropFirst(JPEGMarker.mpf.count)
        let index = TIFFReader(ImageBytes(file))
        // An image a row: attributes, length, place. The first has no place.
        guard content.starts(with: JPEGMarker.mpf), let rows = index.entry(0xB002), rows.length >= 16,
            let value = ImageBytes(file).number(rows.offset + 4, 4, little: index.isLittle), value > 0,
            ImageBytes(file).number(rows.offset + 8, 4) == 0
        else { return nil }
        position = file.startIndex + rows.offset + 4
        self.value = UInt32(value)
        isLittle = index.isLittle
    }

    /// The length when the image has `more` bytes; nil where it cannot be told any more.
    func longer(by more: Int) -> [UInt8]? {
        UInt32(exactly: Int(value) + more).map { isLittle ? $0.littleEndianBytes : $0.bigEndianBytes }
    }
}

/// How large a JPEG is printed, as its JFIF segment tells (JFIF 1.02): dots an inch or a centimetre.
struct JFIFDensity: Hashable, Sendable {
    let horizontal: UInt16
    let vertical: UInt16
    let isMetric: Bool

    /// What EXIF requires where nothing is known.
    static let usual = JFIFDensity(horizontal: 72, vertical: 72, isMetric: false)

    init(horizontal: UInt16, vertical: UInt16, isMetric: Bool) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.isMetric = isMetric
    }

    /// Of the content of a JFIF segment; nil where it tells only the shape of a pixel.
    init?(_ content: ArraySlice<UInt8>) {
        let fields = Array(content.dropFirst(JPEGMarker.jfif.count).prefix(7))
        guard fields.count == 7, fields[2] == 1 || fields[2] == 2 else { return nil }
        horizontal = UInt16(fields[3]) << 8 | UInt16(fields[4])
        vertical = UInt16(fields[5]) << 8 | UInt16(fields[6])
        isMetric = fields[2] == 2
        guard horizontal > 0, vertical > 0 else { return nil }
    }
}
