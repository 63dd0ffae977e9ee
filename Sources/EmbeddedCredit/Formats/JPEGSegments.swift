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
