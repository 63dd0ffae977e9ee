import PhotoCache
import PhotoTree

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
