import NIOCore

/// The bytes of an answer in pieces that other answers may share, so that a large generated image costs no memory.
struct Content: Sendable {
    private(set) var pieces: [ByteBuffer]
    private(set) var count: Int

    init(_ pieces: [ByteBuffer] = []) {
        self.pieces = pieces.filter { $0.readableBytes > 0 }
        count = self.pieces.reduce(0) { $0 + $1.readableBytes }
    }

    init(_ bytes: [UInt8]) {
        self.init([ByteBuffer(bytes: bytes)])
    }

    init(_ text: String) {
        self.init([ByteBuffer(string: text)])
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        // Arrays are copied at once; iterating over a buffer's view goes byte by byte in a debug build.
        for piece in pieces { bytes += piece.getBytes(at: piece.readerIndex, length: piece.readableBytes) ?? [] }
        return bytes
    }

    /// The part in `range`, as far as it exists.
    func slice(_ range: Range<Int>) -> Content {
        var sliced: [ByteBuffer] = []
        var start = 0
        for piece in pieces {
            let overlap = range.clamped(to: start..<start + piece.readableBytes)
            if !overlap.isEmpty,
                let part = piece.getSlice(at: piece.readerIndex + overlap.lowerBound - start, length: overlap.count)
            {
                sliced.append(part)
            }
            start += piece.readableBytes
        }
        return Content(sliced)
    }

    mutating func append(_ other: Content) {
        pieces += other.pieces
        count += other.count
    }
}

/// Reads a content from front to back without searching for its place again.
struct ContentCursor {
    private let pieces: [ByteBuffer]
    private var index = 0
    private var offset = 0
    private(set) var remaining: Int

    init(_ content: Content) {
        pieces = content.pieces
        remaining = content.count
    }

    /// The next bytes, at most `limit` of them and from one piece; nil at the end.
    mutating func next(_ limit: Int) -> ByteBuffer? {
        guard index < pieces.count, limit > 0 else { return nil }
        let piece = pieces[index]
        let length = min(limit, piece.readableBytes - offset)
        let part = piece.getSlice(at: piece.readerIndex + offset, length: length)
        offset += length
        remaining -= length
        if offset == piece.readableBytes {
            index += 1
            offset = 0
        }
        return part
    }
}
