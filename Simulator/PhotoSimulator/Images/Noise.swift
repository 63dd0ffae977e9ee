import NIOCore

/// Bytes that look random and are the same in every process; generated images are made of them.
enum Noise {
    /// A prime, so that no two block-aligned offsets of a file have the same bytes.
    static let length = 1_048_573

    static let block: ByteBuffer = {
        var buffer = ByteBufferAllocator().buffer(capacity: length + 8)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0...length / 8 {
            buffer.writeInteger(mixed(&state))
        }
        return buffer.getSlice(at: 0, length: length) ?? buffer
    }()

    /// Shared pieces of the block, which repeats for ever.
    static func pieces(from start: UInt64, count: Int) -> [ByteBuffer] {
        var pieces: [ByteBuffer] = []
        var offset = Int(start % UInt64(length))
        var rest = count
        while rest > 0, let piece = block.getSlice(at: offset, length: min(rest, length - offset)) {
            pieces.append(piece)
            rest -= piece.readableBytes
            offset = 0
        }
        return pieces
    }

    /// SplitMix64's step.
    static func mixed(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// FNV-1a: the same in every process, unlike `Hasher`.
    static func digest(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
