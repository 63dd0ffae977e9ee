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
