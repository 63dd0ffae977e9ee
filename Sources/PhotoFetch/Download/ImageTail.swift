import PhotoCache
import PhotoTree

/// Finds by an image's own bytes where it ends, to tell a whole image from a truncated one.
///
/// Used only where no length can be trusted, because an image may have anything behind its end. In a JPEG seen from its
/// first byte this type walks the segments, because comments and previews may contain what looks like an end. Elsewhere
/// an end marker counts wherever it stands.
struct ImageTail: Sendable {
    /// How many bytes may stand behind the end of an image: cameras and programs leave things there.
    static let reach: Int64 = 64 << 10

    /// JPEG's EOI; PNG's IEND with its checksum.
    private static let uniqueMarks: [[UInt8]] = [[0xFF, 0xD9], [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]]
    /// GIF's trailer. Any two bytes may look like it, so it counts only as the last two.
    private static let trailer: [UInt8] = [0x00, 0x3B]
    private static let longestMark = 8

    /// True before the image's first byte.
    private var isNew: Bool
    private var walk: JPEGWalk?
    private var last: [UInt8] = []
    private var count: Int64 = 0
    /// The offset behind the last end marker seen.
    private var end: Int64?

    init(isFromStart: Bool = false) {
        isNew = isFromStart
    }

    mutating func append(_ piece: [UInt8]) {
        guard !piece.isEmpty else { return }
        if isNew, piece.starts(with: [0xFF, 0xD8]) { walk = JPEGWalk() }
        isNew = false
        if walk != nil {
            if let found = walk?.end(in: piece) { end = count + Int64(found) }
        } else {
            let window = last + piece
            let found = Self.uniqueMarks.compactMap { Self.lastEnd(of: $0, in: window) }.max()
            if let found { end = count + Int64(found - last.count) }
        }
        count += Int64(piece.count)
        last = Array((last + piece.suffix(Self.longestMark)).suffix(Self.longestMark))
    }

    /// Whether the image's own end was seen by walking through all its segments: stronger than an end marker somewhere.
    var hasSeenEnd: Bool { walk != nil && end != nil }

    /// Whether the bytes end where the image does.
    var isEndOfImage: Bool {
        (Self.uniqueMarks + [Self.trailer]).contains { last.suffix($0.count).elementsEqual($0) }
    }

    /// Whether the image ends at most `reach` bytes before the last byte seen.
    var isEndNear: Bool {
        isEndOfImage || end.map { count - $0 <= Self.reach } ?? false
    }

    private static func lastEnd(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= mark.count else { return nil }
        for start in stride(from: bytes.count - mark.count, through: 0, by: -1)
        where bytes[start] == mark[0] && bytes[start..<start + mark.count].elementsEqual(mark) {
            return start + mark.count
        }
        return nil
    }
}

/// Walks through a JPEG's segments to its end (ITU T.81, B.1.1), piece by piece.
private struct JPEGWalk {
    private enum State {
        /// Before a marker's 0xFF; after it.
        case marker, code
        /// Before the two bytes of a segment's length.
        case length(code: UInt8), lengthEnd(code: UInt8, high: UInt8)
        case segment(code: UInt8, rest: Int)
        /// In coded data; after an 0xFF in it.
        case scan, scanCode
        /// After the end, where another image may stand; after an 0xFF there.
        case behind, behindCode

        var behindFF: State {
            switch self {
            case .scan: .scanCode
            case .behind: .behindCode
            default: .code
            }
        }
    }

    private var state = State.marker

    /// The index in `bytes` behind the last end of an image in them.
    mutating func end(in bytes: [UInt8]) -> Int? {
        var end: Int?
        var index = 0
        while index < bytes.count {
            switch state {
            case .marker, .scan, .behind:
                guard let found = Self.nextFF(in: bytes, from: index) else { return end }
                index = found + 1
                state = state.behindFF
            case .segment(let code, let rest):
                let step = min(rest, bytes.count - index)
                index += step
                state = step < rest ? .segment(code: code, rest: rest - step) : Self.after(code)
            case .code, .scanCode, .behindCode, .length, .lengthEnd:
                let isEnd = take(bytes[index])
                index += 1
                if isEnd { end = index }
            }
        }
        return end
    }

    /// Like `firstIndex(of: 0xFF)`, which takes nearly as long as the digest of the same bytes. The compiler turns a
    /// loop without an exit into one that compares many bytes at once, and coded data have one 0xFF in 256.
    private static func nextFF(in bytes: [UInt8], from start: Int) -> Int? {
        var start = start
        while start + 64 <= bytes.count {
            var highest: UInt8 = 0
            for index in start..<start + 64 { highest = max(highest, bytes[index]) }
            if highest == 0xFF { break }
            start += 64
        }
        return bytes[start...].firstIndex(of: 0xFF)
    }

    /// Returns true for the second byte of an end marker.
    private mutating func take(_ byte: UInt8) -> Bool {
        switch (state, byte) {
        case (.length(let code), _): state = .lengthEnd(code: code, high: byte)
        case (.lengthEnd(let code, let high), _):
            let rest = Int(high) << 8 + Int(byte) - 2
            state = rest > 0 ? .segment(code: code, rest: rest) : Self.after(code)
        case (_, 0xFF): break
        case (_, 0xD9):
            state = .behind
            return true
        case (.behindCode, _): state = .behind
        // In coded data: an 0xFF that begins no marker, and the restart markers.
        case (.scanCode, 0x00), (.scanCode, 0xD0...0xD7): state = .scan
        // Markers without a length, and a code that is no marker: decoders look for the next marker behind it.
        case (_, 0x00), (_, 0x01), (_, 0xD0...0xD8): state = .marker
        default: state = .length(code: byte)
        }
        return false
    }

    /// The head of a scan is followed by coded data.
    private static func after(_ code: UInt8) -> State { code == 0xDA ? .scan : .marker }
}

/// How far the bytes of one image were given out, and their digest.
///
/// After a broken transfer the host may send the whole image again: the bytes given out before are then compared.
struct GivenBytes: Sendable {
    enum Comparison: Hashable, Sendable {
        case unfinished
        /// The same bytes as before; `rest` are the new ones after them.
        case same(rest: [UInt8])
        case different
    }

    private struct Repetition {
        /// How many bytes are still to be compared.
        var rest: Int64
        var digest: PhotoDigest?
    }

    /// The offset of the next byte to give out.
    private(set) var position: Int64
    /// The digest of the bytes before `position` that `takeIn` has seen; nil when the stream began behind the first
    /// byte.
    private(set) var digest: PhotoDigest?
    /// The digest of the same bytes by the source's algorithm; nil where the source names no digest.
    private var named: NamedDigest?
    private var tail: ImageTail
    /// Bytes given out, but not digested yet: a reader that waits for them need not wait for the digest.
    private var fresh: [UInt8] = []
    private var repetition: Repetition?

    /// `name` is the digest that the source names.
    init(from position: Int64, named name: String?) {
        self.position = position
        digest = position == 0 ? PhotoDigest() : nil
        named = position == 0 ? NamedDigest(naming: name) : nil
        tail = ImageTail(isFromStart: position == 0)
    }

    mutating func give(_ piece: [UInt8]) {
        takeIn()
        fresh = piece
        position += Int64(piece.count)
    }

    /// Adds the bytes given out last to the digests and the tail.
    mutating func takeIn() {
        guard !fresh.isEmpty else { return }
        digest?.update(fresh)
        named?.update(fresh)
        tail.append(fresh)
        fresh = []
    }

    /// The digest of the bytes by the source's algorithm.
    var name: String? { named?.text }
    var isEndOfImage: Bool { tail.isEndOfImage }
    var isEndNear: Bool { tail.isEndNear }
    var hasSeenEnd: Bool { tail.hasSeenEnd }

    // MARK: Comparing bytes that come again

    /// How many repeated bytes were compared so far; nil when no bytes are being compared.
    var repeated: Int64? { repetition.map { position - $0.rest } }

    mutating func beginAgain() {
        guard position > 0 else { return }
        repetition = Repetition(rest: position, digest: digest.map { _ in PhotoDigest() })
    }

    mutating func stopComparing() {
        repetition = nil
    }

    mutating func compare(_ piece: [UInt8]) -> Comparison {
        guard var again = repetition else { return .same(rest: piece) }
        let count = Int(min(again.rest, Int64(piece.count)))
        again.digest?.update(Array(piece[..<count]))
        again.rest -= Int64(count)
        guard again.rest == 0 else {
            repetition = again
            return .unfinished
        }
        repetition = nil
        if let repeated = again.digest, repeated.text != digest?.text { return .different }
        return .same(rest: Array(piece[count...]))
    }
}
