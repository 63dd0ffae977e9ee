import HTTP
import PhotoCache
import PhotoTree

/// The rules by which one image is brought from its host, in order and each byte once, whatever becomes of the transfers.
///
/// A value without input and output: it says what to ask for, is told what came, and says what to do about it.
struct ImageTransfer: Sendable {
    /// What an answer's head says it is.
    enum Answer: Hashable, Sendable {
        /// The bytes that are lacking.
        case rest
        /// Perhaps the whole image: its first bytes tell.
        case whole
        /// Not what was asked for: ask without a range.
        case useless
    }

    /// What a whole answer is worth.
    enum Worth: Hashable, Sendable {
        /// Its bytes are the next ones. When what was given out before is void, they begin at 0.
        case image(isRestarted: Bool)
        /// The source is to be asked where the photo is.
        case missing(String)
    }

    /// What to do about a piece of the body, or about its end.
    enum Step: Hashable, Sendable {
        case pull
        case give([UInt8])
        /// What was given out is void, and the host has to be asked anew.
        case restart
        case breakOff(HTTPError)
        case end
    }

    private(set) var image: Rendition
    /// nil until the first answer, unless it was known.
    private(set) var version: ImageVersion?
    private(set) var bytes: GivenBytes
    /// It is certain where the image ends before its end is seen.
    private(set) var isEndTold = false
    /// A Range was asked for and the whole image came.
    private(set) var isRangeIgnored = false
    private var patience: TransferPatience
    private let limits: FetchLimits
    private var asksPlainly = false
    private var isLookedUp = false

    init(_ image: Rendition, from position: Int64, version: ImageVersion?, limits: FetchLimits) {
        self.image = image
        self.version = version
        self.limits = limits
        bytes = GivenBytes(from: position, named: image.digest)
        patience = TransferPatience(limits)
    }

    // MARK: Asking

    /// Another transfer is needed.
    mutating func begin() {
        asksPlainly = false
    }

    /// Only where the answer can be told to be of the same version; elsewhere the bytes before are compared.
    private var asksForRest: Bool {
        !asksPlainly && bytes.position > 0 && (bytes.digest == nil || version?.validator != nil)
    }

    /// What the request says besides its address.
    mutating func ask(at now: Duration) -> (headers: [(name: String, value: String)], displacements: Int) {
        patience.asks(at: now)
        var headers: [(name: String, value: String)] = []
        if asksForRest {
            headers.append(("Range", "bytes=\(bytes.position)-"))
            if let validator = version?.validator { headers.append(("If-Range", validator)) }
        }
        return (headers, patience.displacements)
    }

    mutating func displaced(at now: Duration) throws(FetchError) {
        try patience.displaced(at: now)
    }

    /// How long to wait before the host is asked again.
    mutating func broke(_ error: HTTPError, at now: Duration, chance: Double) throws(FetchError) -> Duration {
        bytes.stopComparing()
        guard error != .displaced else {
            try patience.displaced(at: now)
            return .zero
        }
        return try patience.broke(error, at: bytes.position, chance: chance)
    }

    /// The next attempt is the first.
    mutating func rest() {
        bytes.stopComparing()
        patience.rest()
        isLookedUp = false
    }

    // MARK: Answers

    /// Judges an answer's head.
    mutating func answered(_ response: HTTPResponse) throws(FetchError) -> Answer {
        // Overloaded or out of order: says nothing of the image, and what there is of it stays good.
        guard response.status != 429, response.status < 500 else {
            throw response.leftAloneFor.map { .backingOff($0) } ?? .failed("HTTP \(response.status)")
        }
        guard asksForRest else { return .whole }
        if response.status == 206, takeRest(from: response) { return .rest }
        guard response.status == 200 else {
            // 416, a part that was not asked for, an error: ask plainly what there is.
            asksPlainly = true
            return .useless
        }
        isRangeIgnored = true
        return .whole
    }

    /// False when a 206 answer brings other bytes than were asked for.
    private mutating func takeRest(from response: HTTPResponse) -> Bool {
        guard let header = response.headers["content-range"], let part = ContentRange(header),
            part.range.lowerBound == bytes.position
        else { return false }
        var fresh = ImageVersion(response, atMost: limits.maximumLength)
        fresh.declaredLength = part.total.flatMap { ImageLength.possible($0, atMost: limits.maximumLength) }
        guard fresh.isSame(as: version ?? fresh) else { return false }
        note(version?.completed(by: fresh) ?? fresh, told: fresh)
        return true
    }

    private mutating func note(_ whole: ImageVersion, told fresh: ImageVersion) {
        version = whole
        isEndTold = !fresh.isDoubtful && whole.isConfirmed(listed: image.byteCount)
    }

    /// Judges a whole answer by what the source makes of its first bytes.
    mutating func judged(_ verdict: ImageVerdict, _ response: HTTPResponse) throws(FetchError) -> Worth {
        let fresh = ImageVersion(response, atMost: limits.maximumLength)
        switch verdict {
        case .gone:
            asksPlainly = true
            return .missing("the image host does not have it")
        case .refused(let text):
            throw .notAPhoto(text)
        case .unserved(let text):
            throw .unserved(text)
        case .photo where response.status == 206:
            throw .notAPhoto("a part of it that nobody asked for")
        case .photo:
            guard fresh.declaredLength ?? 0 <= limits.maximumLength else {
                throw .tooLarge(limit: limits.maximumLength)
            }
        }
        let isRestarted = bytes.position > 0 && version.map { !fresh.isSame(as: $0) } ?? false
        if isRestarted { startOver(fresh) }
        bytes.beginAgain()
        note(bytes.position > 0 ? version?.completed(by: fresh) ?? fresh : fresh, told: fresh)
        return .image(isRestarted: isRestarted)
    }

    /// A whole answer broke off before it could be judged.
    mutating func brokeUnjudged() {
        asksPlainly = true
    }

    private mutating func startOver(_ version: ImageVersion?) {
        bytes = GivenBytes(from: 0, named: image.digest)
        patience.startOver()
        self.version = version
    }

    // MARK: Where the photo is

    /// The source is asked once a while where the photo is.
    mutating func lookUp(_ reason: String) throws(FetchError) {
        guard !isLookedUp else { throw .notAPhoto(reason) }
        isLookedUp = true
    }

    /// What the source said.
    mutating func found(_ other: Rendition?, because reason: String) throws(FetchError) {
        guard let other, other.url != image.url else { throw .notAPhoto(reason) }
        image = other
    }

    // MARK: Bytes

    /// A piece of the body came, or its end.
    mutating func came(_ piece: [UInt8]?, at now: Duration) throws(FetchError) -> Step {
        guard let piece else { return try ended() }
        let next: [UInt8]
        switch bytes.compare(piece) {
        case .unfinished, .same(rest: []):
            return .pull
        case .different:
            startOver(nil)
            return .restart
        case .same(let rest):
            next = rest
        }
        // Of several answers each may have kept to it.
        guard bytes.position + Int64(next.count) <= limits.maximumLength else {
            throw .tooLarge(limit: limits.maximumLength)
        }
        bytes.give(next)
        patience.moved(to: bytes.position, at: now)
        return .give(next)
    }

    private mutating func ended() throws(FetchError) -> Step {
        bytes.takeIn()
        let declared = version?.declaredLength
        if let repeated = bytes.repeated {
            guard let declared, declared >= bytes.position else {
                startOver(nil)
                return .restart
            }
            return .breakOff(.cutShort("\(repeated) of \(declared) bytes"))
        }
        if let declared, bytes.position < declared {
            return .breakOff(.cutShort("\(bytes.position) of \(declared) bytes"))
        }
        if let cut { return .breakOff(.cutShort(cut)) }
        try checkEnd()
        return .end
    }

    /// Nothing but the end of the connection told the end of the body: it may have come too early.
    private var cut: String? {
        guard version?.declaredLength == nil, !isListed else { return nil }
        if let hint = version?.hintedLength {
            guard bytes.position < hint, !bytes.isEndOfImage else { return nil }
            return "\(bytes.position) of perhaps \(hint) bytes"
        }
        return bytes.isEndNear ? nil : "\(bytes.position) bytes, and not the end of an image"
    }

    /// A host that contradicts itself about the length may have cut the image, or have put something behind it. One that
    /// was cut off itself declares the length of what it has.
    private func checkEnd() throws(FetchError) {
        if let hint = version?.hintedLength {
            guard hint != bytes.position, !bytes.isEndOfImage else { return }
            throw .notAPhoto("\(bytes.position) bytes of \(hint), and not the end of an image")
        }
        guard !isListed, !bytes.isEndNear else { return }
        throw .notAPhoto("\(bytes.position) bytes, and not the end of an image")
    }

    private var isListed: Bool { image.byteCount == bytes.position }

    /// Digests what was given out last.
    mutating func takeIn() {
        bytes.takeIn()
    }

    // MARK: What the source names

    /// The source names other bytes than came. It may have listed an older version.
    var isMisnamed: Bool {
        guard let name = bytes.name, let listed = image.digest else { return false }
        return name != listed.lowercased()
    }

    /// What the source names now.
    mutating func named(_ other: Rendition?) throws(FetchError) {
        guard let other, let name = bytes.name, other.digest?.lowercased() == name else {
            throw .notAPhoto("other bytes than the source names")
        }
        image = other
    }
}
