/// The content of an open file of ours: one version until it is closed. It is in pieces, so that a part that many files
/// share is in memory once.
struct FileContent: Sendable {
    private let pieces: [[UInt8]]
    /// Keeps bytes alive that other handles may share.
    private let shared: SharedBytes?

    init(_ bytes: [UInt8]) {
        pieces = [bytes]
        shared = nil
    }

    init(shared: SharedBytes) {
        pieces = [shared.bytes]
        self.shared = shared
    }

    init(pieces: [[UInt8]], keeping shared: SharedBytes? = nil) {
        self.pieces = pieces
        self.shared = shared
    }

    /// In bytes.
    var count: Int { pieces.reduce(0) { $0 + $1.count } }

    /// The bytes in `range`: fewer at the end of the file, none behind it.
    func bytes(in range: Range<Int64>) -> [UInt8] {
        var start = Int(clamping: range.lowerBound)
        var left = range.count
        var bytes: [UInt8] = []
        for piece in pieces where left > 0 {
            guard start < piece.count else {
                start -= piece.count
                continue
            }
            let part = piece[start...].prefix(left)
            bytes += part
            left -= part.count
            start = 0
        }
        return bytes
    }
}

/// A long content that several handles serve at once; it is freed with the last of them.
final class SharedBytes: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}
