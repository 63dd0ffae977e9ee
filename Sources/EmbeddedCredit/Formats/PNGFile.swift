/// Finds the chunks of a whole PNG in which texts may stand, behind its image data, too. Untrusted.
struct PNGFile: Sequence, IteratorProtocol {
    private static let wanted = ["tEXt", "zTXt", "iTXt", "eXIf"].map { Array($0.utf8) }
    private static let mostChunks = 100_000
    /// In bytes; a longer text is passed over.
    private static let longest = 2 << 20

    private let bytes: ImageBytes
    private var position = PNGChunk.signature.count
    private var count = 0

    init(_ bytes: ImageBytes) { self.bytes = bytes }

    mutating func next() -> PNGChunks.Chunk? {
        while count < Self.mostChunks, let head = bytes.bytes(position, 8) {
            let (length, type) = (head.prefix(4).reduce(0) { $0 << 8 | Int($1) }, head.dropFirst(4))
            let start = position + 8
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
