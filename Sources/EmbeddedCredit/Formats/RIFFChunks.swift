/// The chunks of a RIFF file, as WebP has them ("WebP Container Specification"), in order; untrusted.
struct RIFFChunks: Sequence, IteratorProtocol {
    struct Chunk {
        let type: String
        let offset: Int
        let length: Int
    }

    private static let mostChunks = 100_000
    private let bytes: ImageBytes
    private var position = 12
    private var count = 0

    init(_ bytes: ImageBytes) { self.bytes = bytes }

    static func isWebP(_ head: ArraySlice<UInt8>) -> Bool {
        head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
    }

    mutating func next() -> Chunk? {
        guard count < Self.mostChunks, let type = bytes.bytes(position, 4),
            let length = bytes.number(position + 4, 4, little: true)
        else { return nil }
        defer {
            count += 1
            // Chunks have an even length.
            position += 8 + length + length % 2
        }
        return Chunk(type: String(decoding: type, as: UTF8.self), offset: position + 8, length: length)
    }
}
