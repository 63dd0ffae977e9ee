/// What makes a picture, without what is said about it: two files that a program gave other titles, authors or keywords
/// have the same. Takes a file piece by piece, in order, and hands on what counts.
///
/// Of a JPEG that is all but comments and the segments of applications (except Adobe's, which says how colours are
/// kept); of a PNG the chunks without which it cannot be drawn; of any other file all of it.
package struct ImageContent {
    private enum State {
        /// The first bytes are yet to come.
        case beginning
        /// The next bytes begin a segment or chunk.
        case head
        /// So many bytes of a segment or chunk, which count or not.
        case part(left: Int, counts: Bool)
        /// All that comes counts.
        case rest
    }

    private var state = State.beginning
    private var isPNG = false
    private var pending: [UInt8] = []

    package init() {}

    package mutating func take(_ bytes: [UInt8], _ keep: (ArraySlice<UInt8>) -> Void) {
        var input = pending[...] + bytes
        pending = []
        while !input.isEmpty {
            switch state {
            case .beginning:
                guard input.count >= PNGChunk.signature.count else { return wait(for: input) }
                begin(&input)
            case .head:
                guard let length = isPNG ? chunk(input) : segment(input) else { return wait(for: input) }
                guard length > 0 else { continue }
                if case .part(_, true) = state { keep(input.prefix(length)) }
                input = input.dropFirst(length)
            case .part(0, _):
                state = .head
            case .part(let left, let counts):
                let part = input.prefix(left)
                if counts { keep(part) }
                input = input.dropFirst(part.count)
                state = part.count == left ? .head : .part(left: left - part.count, counts: counts)
            case .rest:
                keep(input)
                return
            }
        }
    }

    /// Called after the last piece.
    package mutating func end(_ keep: (ArraySlice<UInt8>) -> Void) {
        keep(pending[...])
        pending = []
    }

    private mutating func wait(for input: ArraySlice<UInt8>) { pending = Array(input) }

    private mutating func begin(_ input: inout ArraySlice<UInt8>) {
        if input.starts(with: PNGChunk.signature) {
            isPNG = true
            input = input.dropFirst(PNGChunk.signature.count)
            state = .head
        } else if input.starts(with: [0xFF, 0xD8]) {
            input = input.dropFirst(2)
            state = .head
        } else {
            state = .rest
        }
    }

    /// The length of a JPEG segment's head; nil while it is not whole, 0 where all that comes counts.
    private mutating func segment(_ input: ArraySlice<UInt8>) -> Int? {
        guard input.count >= 4 else { return nil }
        let bytes = Array(input.prefix(4))
        let length = Int(bytes[2]) << 8 | Int(bytes[3])
        // The picture's data, or what is no segment.
        guard bytes[0] == 0xFF, bytes[1] >= 0xC0, bytes[1] != 0xDA, bytes[1] != 0xD9, bytes[1] != 0xFF, length >= 2
        else {
            state = .rest
            return 0
        }
        let isText = bytes[1] == 0xFE || ((0xE0...0xEF).contains(bytes[1]) && bytes[1] != 0xEE)
        state = .part(left: length - 2, counts: !isText)
        return 4
    }

    /// The length of a PNG chunk's head; nil while it is not whole, 0 where all that comes counts.
    private mutating func chunk(_ input: ArraySlice<UInt8>) -> Int? {
        guard input.count >= 8 else { return nil }
        let bytes = Array(input.prefix(8))
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        let isNeeded = bytes[4] & 0x20 == 0 || bytes[4...].elementsEqual("tRNS".utf8)
        // The check sum stands behind the content.
        state = .part(left: length + 4, counts: isNeeded)
        return 8
    }
}
