/// Bytes of ours that are inserted into a photo when it is read, at one offset of the source's file; a few of the
/// source's own may be replaced there. They are made once, and stay the same, byte for byte, as long as the source's
/// file does.
public struct EmbeddedSegments: Hashable, Sendable {
    /// Where they are inserted, in bytes from the start of the source's file.
    public let offset: Int
    /// How many of the source's bytes at `offset` they stand for: a length in the file that has to count them, too, and
    /// what lies between.
    public let replaced: Int
    public let bytes: [UInt8]

    /// The photo is read as its source sent it.
    public static let none = EmbeddedSegments(offset: 0, bytes: [])

    public init(offset: Int, replacing replaced: Int = 0, bytes: [UInt8]) {
        self.offset = offset
        self.replaced = replaced
        self.bytes = bytes
    }

    /// How much longer than the source's file the photo is, in bytes.
    public var count: Int64 { Int64(bytes.count - replaced) }

    public enum Piece: Hashable, Sendable {
        /// A range of the source's file.
        case source(Range<Int64>)
        /// A range of `bytes`.
        case segments(Range<Int>)
    }

    /// Where the bytes of the photo's `range` come from, in order.
    public func pieces(of range: Range<Int64>) -> [Piece] {
        let start = Int64(offset)
        let end = start + Int64(bytes.count)
        var pieces: [Piece] = []
        let before = range.clamped(to: 0..<start)
        if !before.isEmpty { pieces.append(.source(before)) }
        let inside = range.clamped(to: start..<end)
        if !inside.isEmpty { pieces.append(.segments(Int(inside.lowerBound - start)..<Int(inside.upperBound - start))) }
        if range.upperBound > end {
            pieces.append(.source(max(range.lowerBound, end) - count..<range.upperBound - count))
        }
        return pieces
    }
}
