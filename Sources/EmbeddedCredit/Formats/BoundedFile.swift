/// The first reads of a file that is looked at, not read: at most 64 KiB in at most 32 pieces, and nothing behind them.
/// What was read once is read again from memory.
package final class BoundedFile {
    /// In bytes.
    package static let most = 64 << 10
    package static let mostPieces = 32

    /// A short read brings this much: the next number stands close by.
    private static let usual = 2 << 10
    /// The beginning has most of what is looked for.
    private static let first = 8 << 10

    private let count: Int
    private let source: (Range<Int>) -> [UInt8]
    private var pieces: [(start: Int, bytes: [UInt8])] = []
    private var left = most

    /// - Parameters:
    ///   - count: the length of the file.
    ///   - source: returns the bytes of a range, fewer where the file has got shorter.
    package init(count: Int, source: @escaping (Range<Int>) -> [UInt8]) {
        self.count = count
        self.source = source
    }

    package var bytes: ImageBytes { ImageBytes(count: count) { [self] in read($0) } }

    /// The bytes of a range; none where that would be too much.
    package func read(_ range: Range<Int>) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= count, !range.isEmpty else { return [] }
        if let known = known(range) { return known }
        let least = range.lowerBound == 0 && pieces.isEmpty ? Self.first : Self.usual
        let length = min(max(range.count, min(least, left)), count - range.lowerBound)
        guard pieces.count < Self.mostPieces, length <= left else { return [] }
        let bytes = source(range.lowerBound..<range.lowerBound + length)
        left -= length
        pieces.append((range.lowerBound, bytes))
        return bytes.count >= range.count ? Array(bytes[..<range.count]) : []
    }

    /// What was read, in the order in which it was: the same for two files that are the same.
    package var everything: [UInt8] { pieces.flatMap(\.bytes) }

    private func known(_ range: Range<Int>) -> [UInt8]? {
        for piece in pieces
        where piece.start <= range.lowerBound && range.upperBound <= piece.start + piece.bytes.count {
            return Array(piece.bytes[(range.lowerBound - piece.start)..<(range.upperBound - piece.start)])
        }
        return nil
    }
}
