/// The chunks of a PNG before its first image data, in order; ends like `JPEGSegments`.
struct PNGChunks: Sequence, IteratorProtocol {
    struct Chunk {
        let type: ArraySlice<UInt8>
        let content: ArraySlice<UInt8>
    }

    private let bytes: [UInt8]
    private var position: Int
    private(set) var ending = JPEGSegments.Ending.cut

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = PNGChunk.signature.count
        if !bytes.starts(with: PNGChunk.signature) { end(.damaged) }
    }

    mutating func next() -> Chunk? {
        guard position + 8 <= bytes.count else { return nil }
        let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
        let type = bytes[(position + 4)..<(position + 8)]
        let isFirst = position == PNGChunk.signature.count
        guard isFirst == type.elementsEqual(PNGChunk.ihdr), !isFirst || length == 13, length <= Int(Int32.max) else {
            end(.damaged)
            return nil
        }
        guard !type.elementsEqual(PNGChunk.idat) else {
            end(.scan)
            return nil
        }
        let content = position + 8
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
        ending = why
    }
}
