internal import Zlib

/// The chunks of a PNG before its first image data, or all but these, in order; ends like `JPEGSegments`.
struct PNGChunks: Sequence, IteratorProtocol {
    struct Chunk {
        let type: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private var goesOn: Bool
    private var position: Int
    private(set) var ending = JPEGSegments.Ending.cut
    private var isInData = false
    /// Where the chunk behind the picture's data begins; nil before these end.
    private(set) var dataEnd: Int?

    /// - Parameters:
    ///   - bytes: the file, or its beginning.
    ///   - goesOn: whether chunks behind image data come, too.
    init(_ bytes: [UInt8], behindData goesOn: Bool = false) {
        self.bytes = bytes
        self.goesOn = goesOn
        position = PNGChunk.signature.count
        if !bytes.starts(with: PNGChunk.signature) { end(.damaged) }
    }

    mutating func goOnBehindData() { goesOn = true }

    mutating func next() -> Chunk? {
        while let chunk = nextOfAny() {
            guard chunk.type.elementsEqual(PNGChunk.idat) else { return chunk }
            // What is damaged behind image data is no reason to look at them otherwise.
            ending = .scan
        }
        return nil
    }

    private mutating func nextOfAny() -> Chunk? {
        guard position + 8 <= bytes.count else { return nil }
        let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
        let type = bytes[(position + 4)..<(position + 8)]
        let isFirst = position == PNGChunk.signature.count
        guard isFirst == type.elementsEqual(PNGChunk.ihdr), !isFirst || length == 13, length <= Int(Int32.max) else {
            end(.damaged)
            return nil
        }
        let content = position + 8
        let isData = type.elementsEqual(PNGChunk.idat)
        if isInData, !isData, dataEnd == nil { dataEnd = position }
        isInData = isData
        if !goesOn, isData {
            end(.scan)
            return nil
        }
        guard content + length + 4 <= bytes.count else {
            end(.cut)
            return nil
        }
        // The check sum.
        position = content + length + 4
        return Chunk(type: type, content: bytes[content..<(content + length)])
    }

    private mutating func end(_ why: JPEGSegments.Ending) {
        position = bytes.count
        if ending != .scan { ending = why }
    }
}

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
    static func xmp(_ packet: [UInt8]) -> [UInt8] {
        bytes("iTXt", xmp + [0, 0, 0, 0] + packet)
    }

    /// A chunk of this type.
    static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return UInt32(content.count).bigEndianBytes + checked + Checksum.crc32(checked).bigEndianBytes
    }
}

/// Finds the chunks of a whole PNG in which texts may stand, behind its image data, too. Untrusted.
struct PNGFile: Sequence, IteratorProtocol {
    private static let wanted = ["tEXt", "zTXt", "iTXt", "eXIf"].map { Array($0.utf8) }
    private static let mostChunks = 100_000
    /// In bytes; a longer text is passed over.
    private static let longest = 2 << 20

    private let bytes: ImageBytes
    private var position = PNGChunk.signature.count
    private var count = 0
    /// Where the content of the chunk that came last begins in the file.
    private(set) var start = 0

    init(_ bytes: ImageBytes) { self.bytes = bytes }

    mutating func next() -> PNGChunks.Chunk? {
        while count < Self.mostChunks, let head = bytes.bytes(position, 8) {
            let (length, type) = (head.prefix(4).reduce(0) { $0 << 8 | Int($1) }, head.dropFirst(4))
            start = position + 8
            count += 1
            position = start + length + 4
            guard length <= Self.longest, Self.wanted.contains(where: { type.elementsEqual($0) }),
                let content = bytes.bytes(start, length)
            else { continue }
            return PNGChunks.Chunk(type: type, content: content)
        }
        return nil
    }
}
