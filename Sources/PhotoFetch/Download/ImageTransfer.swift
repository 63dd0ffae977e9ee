import HTTP
import PhotoCache
import PhotoTree

/// The rules by which one image is fetched from its host, in order and each byte once, however often a transfer breaks.
///
/// A value without input and output: it says what to ask for, is told what arrived, and says what to do about it.
struct ImageTransfer: Sendable {
    /// What an answer contains, by its head.
    enum Answer: Hashable, Sendable {
        /// The missing bytes.
        case rest
        /// Perhaps the whole image: its first bytes decide.
        case whole
        /// Not what was asked for: ask again without a range.
        case useless
    }

    /// The verdict on an answer with the whole image.
    enum Worth: Hashable, Sendable {
        /// Its bytes are the next ones. When `isRestarted`, the bytes given out before are void and these begin at 0.
        case image(isRestarted: Bool)
        /// Ask the source where the photo is.
        case missing(String)
    }

    /// What to do about a piece of the body, or about the body's end.
    enum Step: Hashable, Sendable {
        case pull
        case give([UInt8])
        /// The bytes given out before are void; ask the host again.
        case restart
        case breakOff(HTTPError)
        case end
    }

    private(set) var image: Rendition
    /// nil until the first answer, unless `init` was given one.
    private(set) var version: ImageVersion?
    private(set) var bytes: GivenBytes
    /// Whether the image's length is certain before its end has arrived.
    private(set) var isEndTold = false
    /// The host answered a Range request with the whole image.
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

    /// Called before another transfer.
    mutating func begin() {
        asksPlainly = false
    }

    /// Only where the answer can prove that it is of the same version; elsewhere the bytes before are compared.
    private var asksForRest: Bool {
        !asksPlainly && bytes.position > 0 && (bytes.digest == nil || version?.validator != nil)
    }

    /// The request's headers, and how often it was displaced.
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

    /// The host was waited for.
    mutating func waits(_ time: Duration) {
        patience.waits(time)
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

    /// Makes the next attempt count as the first.
    mutating func rest() {
        bytes.stopComparing()
        patience.rest()
        isLookedUp = false
    }

    // MARK: Answers

    /// Judges an answer's head.
    mutating func answered(_ response: HTTPResponse) throws(FetchError) -> Answer {
        // An overloaded or broken host says nothing about the image, and the bytes so far stay good.
        guard response.status != 429, response.status < 500 else {
            throw response.leftAloneFor.map { .backingOff($0) } ?? .failed("HTTP \(response.status)")
        }
        guard asksForRest else { return .whole }
        if response.status == 206, takeRest(from: response) { return .rest }
        guard response.status == 200 else {
            // 416, a part that nobody asked for, or an error: ask for the whole image.
            asksPlainly = true
            return .useless
        }
        isRangeIgnored = true
        return .whole
    }

    /// Returns false when a 206 answer has other bytes than were asked for.
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

    /// Judges an answer with the whole image, given the source's verdict on its first bytes.
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

    /// An answer with the whole image broke off before it could be judged.
    mutating func brokeUnjudged() {
        asksPlainly = true
    }

    private mutating func startOver(_ version: ImageVersion?) {
        bytes = GivenBytes(from: 0, named: image.digest)
        patience.startOver()
        self.version = version
    }

    // MARK: Where the photo is

    /// Allows one look-up of the photo at the source until the next `rest`.
    mutating func lookUp(_ reason: String) throws(FetchError) {
        guard !isLookedUp else { throw .notAPhoto(reason) }
        isLookedUp = true
    }

    /// Takes the source's answer to the look-up.
    mutating func found(_ other: Rendition?, because reason: String) throws(FetchError) {
        guard let other, other.url != image.url else { throw .notAPhoto(reason) }
        image = other
    }

    // MARK: Bytes

    /// Takes a piece of the body, or nil at its end.
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
        // Each of several answers may have kept to the limit.
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

    /// Not nil when only the end of the connection marked the end of the body, and that may have come too early.
    private var cut: String? {
        guard version?.declaredLength == nil, !isListed else { return nil }
        if let hint = version?.hintedLength {
            guard bytes.position < hint, !bytes.isEndOfImage else { return nil }
            return "\(bytes.position) of perhaps \(hint) bytes"
        }
        return bytes.isEndNear ? nil : "\(bytes.position) bytes, and not the end of an image"
    }

    /// Refuses a body that does not end like an image when the host contradicts itself about the length: the host may
    /// have truncated the image or added bytes behind it. A host that received only a part declares that part's length.
    private func checkEnd() throws(FetchError) {
        if let hint = version?.hintedLength {
            guard hint != bytes.position, !bytes.isEndOfImage else { return }
            throw .notAPhoto("\(bytes.position) bytes of \(hint), and not the end of an image")
        }
        guard !isListed, !bytes.isEndNear else { return }
        // Cameras put films of any length behind the image.
        if bytes.hasSeenEnd, version?.declaredLength == bytes.position { return }
        throw .notAPhoto("\(bytes.position) bytes, and not the end of an image")
    }

    private var isListed: Bool { image.byteCount == bytes.position }

    /// Digests the bytes given out last.
    mutating func takeIn() {
        bytes.takeIn()
    }

    // MARK: The source's digest

    /// Whether the source lists another digest than these bytes have. It may have listed an older version.
    var isMisnamed: Bool {
        guard let name = bytes.name, let listed = image.digest else { return false }
        return name != listed.lowercased()
    }

    /// Takes what the source lists now.
    mutating func named(_ other: Rendition?) throws(FetchError) {
        guard let other, let name = bytes.name, other.digest?.lowercased() == name else {
            throw .notAPhoto("other bytes than the source names")
        }
        image = other
    }
}
