/// PNG's parts (W3C "Portable Network Graphics (PNG) Specification", third edition).
enum PNGChunk {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let ihdr = Array("IHDR".utf8)
    static let idat = Array("IDAT".utf8)
    static let exif = Array("eXIf".utf8)
    /// Says that the picture moves.
    static let animation = Array("acTL".utf8)
    /// Content Credentials.
    static let c2pa = Array("caBX".utf8)
    static let xmp = Array("XML:com.adobe.xmp\0".utf8)

    /// Length of IHDR: length, type, 13 bytes, check sum.
    static let headerLength = 25

    /// An `iTXt` chunk that holds an XMP packet, not compressed, without language and translated keyword.
    static func xmp(_ packet: String) -> [UInt8] {
        bytes("iTXt", xmp + [0, 0, 0, 0] + Array(packet.utf8))
    }

    /// A chunk of this type.
    static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return UInt32(content.count).bigEndianBytes + checked + checkSum(checked).bigEndianBytes
    }

    /// PNG's CRC-32.
    static func checkSum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
            }
        }
        return ~sum
    }
}
