import PhotoCache
import PhotoTree

/// What was given out of one image so far: up to where, and what its bytes come to.
///
/// After a break the whole image may come again: then the bytes that were given out before are gone over and compared.
struct GivenBytes: Sendable {
    enum Comparison: Hashable, Sendable {
        case unfinished
        /// The same as before; behind them follow these.
        case same(rest: [UInt8])
        case different
    }

    private struct Repetition {
        /// Bytes to come.
        var rest: Int64
        var digest: PhotoDigest?
    }

    /// Of the next byte to be given out.
    private(set) var position: Int64
    /// Of all bytes before `position` that were taken in; nil when the first one given out was not the image's first.
    private(set) var digest: PhotoDigest?
    /// Of the same bytes, where the source names theirs.
    private var named: NamedDigest?
    private var tail: ImageTail
    /// Given out, and in neither digest nor tail yet: whoever waits for these bytes need not wait for that.
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

    /// Digests what was given out last.
    mutating func takeIn() {
        guard !fresh.isEmpty else { return }
        digest?.update(fresh)
        named?.update(fresh)
        tail.append(fresh)
        fresh = []
    }

    /// The digest by the algorithm of the source's own.
    var name: String? { named?.text }
    var isEndOfImage: Bool { tail.isEndOfImage }
    var isEndNear: Bool { tail.isEndNear }

    // MARK: The same once more

    /// How many bytes came again so far; nil when none are to come again.
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
