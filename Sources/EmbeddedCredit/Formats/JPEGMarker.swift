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
