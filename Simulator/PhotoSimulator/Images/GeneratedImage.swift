import NIOCore

/// A valid baseline JPEG of one colour, with the pixels that its listing names and exactly as many bytes as requested.
///
/// Comment segments between the scan of the brightness and those of the colours fill it up to the length. So the part
/// before the data is short, as in photos, and a decoder notices a truncated file. Everything follows from the name: a
/// test that knows the name can compute the bytes.
struct GeneratedImage {
    /// Names the photo, its rendition and version; also the text of the first comment.
    var name: String
    var width: Int
    var height: Int
    var byteCount: Int

    /// The bytes; more than `byteCount` where the picture alone needs more.
    var content: Content {
        let picture = Self.picture(width: width, height: height, colour: Noise.digest(name))
        let comment = Array("placesfs simulator: \(name) ".utf8)
        let fixed = Self.start.count + 4 + comment.count + picture.beginning.count + picture.rest.count
        let missing = max(0, byteCount - fixed)
        // A segment costs four bytes itself, so a rest of up to three bytes goes into the first comment.
        let padding = missing < 4 ? missing : 0
        var pieces = [ByteBuffer(bytes: Self.start)]
        pieces.append(Self.commentHead(comment.count + padding))
        pieces.append(ByteBuffer(bytes: comment + Array(repeating: UInt8(ascii: "."), count: padding)))
        pieces.append(ByteBuffer(bytes: picture.beginning))
        pieces += Self.filler(count: missing - padding, from: Noise.digest(name))
        pieces.append(ByteBuffer(bytes: picture.rest))
        return Content(pieces)
    }

    private static let longestComment = 65_533

    /// Comment segments with `count` bytes in all, their heads included.
    private static func filler(count: Int, from start: UInt64) -> [ByteBuffer] {
        guard count >= 4 else { return [] }
        let segments = (count + longestComment + 3) / (longestComment + 4)
        let payload = count - 4 * segments
        var pieces: [ByteBuffer] = []
        var offset = start
        for segment in 0..<segments {
            let length = payload * (segment + 1) / segments - payload * segment / segments
            pieces.append(commentHead(length))
            pieces += Noise.pieces(from: offset, count: length)
            offset &+= UInt64(length)
        }
        return pieces
    }

    static func commentHead(_ length: Int) -> ByteBuffer {
        let announced = UInt16(clamping: length + 2)
        return ByteBuffer(bytes: [0xFF, 0xFE, UInt8(announced >> 8), UInt8(announced & 0xFF)])
    }

    /// Start of image and the JFIF segment.
    private static let start: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0,
    ]

    /// Tables, frame and the first of three scans (ITU-T T.81), then the other scans and the end. Every block has the
    /// mean of the first one: with one-bit codes for "no difference" and "end of block" a scan is zeros after its first
    /// bytes.
    private static func picture(width: Int, height: Int, colour: UInt64) -> (beginning: [UInt8], rest: [UInt8]) {
        var bytes: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 8, count: 64)
        bytes += [0xFF, 0xC0, 0, 17, 8, UInt8(height >> 8 & 0xFF), UInt8(height & 0xFF)]
        bytes += [UInt8(width >> 8 & 0xFF), UInt8(width & 0xFF), 3]
        // Brightness has four blocks in 16 by 16 pixels, both colours one.
        bytes += [1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
        // Differences: "0" means none, "10" one of seven bits. Other coefficients: "0" ends the block.
        bytes += [0xFF, 0xC4, 0, 21, 0x00, 1, 1] + Array(repeating: 0, count: 14) + [0, 7]
        bytes += [0xFF, 0xC4, 0, 20, 0x10, 1] + Array(repeating: 0, count: 15) + [0]
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        let colourBlocks = ((width + 15) / 16) * ((height + 15) / 16)
        return (
            bytes + scan(1, blocks: blocks, colour),
            scan(2, blocks: colourBlocks, colour >> 8) + scan(3, blocks: colourBlocks, colour >> 16) + [0xFF, 0xD9]
        )
    }

    /// The scan of one component.
    private static func scan(_ component: UInt8, blocks: Int, _ colour: UInt64) -> [UInt8] {
        var bits = BitWriter()
        // Seven bits hold differences of ±64 … ±127; colours use the half that is nearer to grey.
        let level = Int(colour & 0x1F)
        let isPositive = colour >> 7 & 1 == 1
        bits.append(0b10, count: 2)
        bits.append(isPositive ? 64 + level : 63 - level, count: 7)
        bits.append(0, count: 1 + 2 * (blocks - 1))
        return [0xFF, 0xDA, 0, 8, 1, component, 0x00, 0, 63, 0] + bits.finished
    }
}

/// Packs bits, most significant first, with JPEG's byte stuffing.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var accumulator = 0
    private var filled = 0

    mutating func append(_ value: Int, count: Int) {
        var rest = count
        while rest > 0 {
            if filled == 0, value == 0, rest >= 8 {
                bytes.append(contentsOf: repeatElement(0, count: rest / 8))
                rest %= 8
                continue
            }
            rest -= 1
            accumulator = accumulator << 1 | (rest < 63 ? value >> rest & 1 : 0)
            filled += 1
            if filled == 8 { flush() }
        }
    }

    var finished: [UInt8] {
        var copy = self
        while copy.filled > 0 { copy.append(1, count: 1) }
        return copy.bytes
    }

    private mutating func flush() {
        bytes.append(UInt8(accumulator))
        if accumulator == 0xFF { bytes.append(0) }
        accumulator = 0
        filled = 0
    }
}
