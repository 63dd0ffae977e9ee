import HTTP
import PhotoCache
import PhotoTree

/// What `ImageStream` needs of the world.
struct ImageHost: Sendable {
    let source: any PhotoSource
    let transport: any HTTPTransport
    let time: ElapsedClock
    let events: FetchEvents
    let limits: FetchLimits
}

/// The bytes of one image from a place on, in order, whatever its host makes of the transfer.
///
/// Answers are judged before a byte is given out. A broken transfer is taken up again: by Range where the host's answer
/// can be trusted to be of the same version, else from the start, skipping what was given out already and comparing its
/// digest. When the bytes turn out to be others than before, the stream says `restarted` and begins with them.
struct ImageStream: Sendable {
    enum Event: Sendable {
        /// The next bytes, never none.
        case bytes([UInt8])
        /// What was given out is void; `version` is new and the bytes begin at 0.
        case restarted
        case end
    }

    private let host: ImageHost
    private let photo: PhotoID
    private var image: Rendition
    /// Of the next byte to be given out.
    private(set) var position: Int64
    /// nil until the first answer, unless it was known.
    private(set) var version: ImageVersion?
    /// Of all bytes before `position` once `next` has said `end`; nil when the stream did not begin at 0.
    private(set) var digest: PhotoDigest?
    /// Of the same bytes, where the source names theirs.
    private var named: NamedDigest?
    /// It is certain where the image ends before its end is seen.
    private(set) var isEndTold = false
    /// A Range was asked for and the whole image came.
    private(set) var isRangeIgnored = false
    private var body: HTTPBody?
    private var pending: [UInt8] = []
    /// Given out, and in neither digest nor tail yet: whoever waits for these bytes need not wait for that.
    private var given: [UInt8] = []
    private var tail: ImageTail
    private var skipping: Skipping?
    private var retries = 0
    /// Where it stood when the transfer broke last.
    private var brokeAt: Int64 = 0
    /// How often in a row its place was given to others because nothing came.
    private var displacements = 0
    /// When the last byte came, or the first attempt began.
    private var movedAt: Duration?
    private var isLookedUp = false

    /// How many bytes after a break are progress, so that the next one is the first again: a second's worth of the
    /// slowest transfer that is not given up.
    private static let progress: Int64 = 1 << 10

    /// So often a transfer may be displaced however long it lay still.
    private static let fewDisplacements = 3

    private struct Skipping {
        var rest: Int64
        var digest: PhotoDigest?
    }

    /// Begins at `position`, with the bytes of `version` where one is known.
    init(
        _ image: Rendition, of photo: PhotoID, from position: Int64 = 0, version: ImageVersion? = nil, host: ImageHost
    ) {
        self.image = image
        self.photo = photo
        self.position = position
        self.version = version
        self.host = host
        digest = position == 0 ? PhotoDigest() : nil
        named = position == 0 ? NamedDigest(naming: image.digest) : nil
        tail = ImageTail(isFromStart: position == 0)
    }

    /// Gets an answer that is the photo, unless there is one: then `version` is what its head tells.
    ///
    /// - Returns: true when what was given out before is void (see `Event.restarted`).
    mutating func connect() async throws(FetchError) -> Bool {
        guard body == nil else { return false }
        var takesRange = position > 0 && (digest == nil || version?.strongTag != nil)
        while true {
            guard let response = try await send(takesRange: takesRange) else { continue }
            guard !Self.isTrouble(response.status) else {
                // Says nothing of the image: what there is of it stays good.
                response.body.cancel()
                throw response.leftAloneFor.map { .backingOff($0) } ?? .failed("HTTP \(response.status)")
            }
            if takesRange {
                if response.status == 206, let (version, isEndTold) = continued(by: response) {
                    (self.version, self.isEndTold) = (version, isEndTold)
                    body = response.body
                    return false
                }
                guard response.status == 200 else {
                    // 416, a part that was not asked for, an error: ask plainly what there is.
                    response.body.cancel()
                    takesRange = false
                    continue
                }
                isRangeIgnored = true
            }
            if let isRestarted = try await take(response) { return isRestarted }
            takesRange = false
        }
    }

    mutating func next() async throws(FetchError) -> Event {
        takeInGiven()
        while true {
            if try await connect() { return .restarted }
            let piece: [UInt8]?
            do throws(HTTPError) {
                guard try await skip() else {
                    startOver(nil)
                    return .restarted
                }
                piece = try await nextPiece()
                if piece == nil, let declared = version?.declaredLength, position < declared {
                    throw .cutShort("\(position) of \(declared) bytes")
                }
                if piece == nil { try checkCut() }
            } catch {
                try await backOff(after: error)
                continue
            }
            guard let piece else {
                try checkEnd()
                try await checkName()
                return .end
            }
            // Of several answers each may have kept to it.
            guard position + Int64(piece.count) <= host.limits.maximumLength else {
                throw .tooLarge(limit: host.limits.maximumLength)
            }
            given = piece
            position += Int64(piece.count)
            if position - brokeAt >= Self.progress { retries = 0 }
            (displacements, movedAt) = (0, host.time.elapsed)
            return .bytes(piece)
        }
    }

    private mutating func takeInGiven() {
        guard !given.isEmpty else { return }
        digest?.update(given)
        named?.update(given)
        tail.append(given)
        given = []
    }

    /// Nothing but the end of the connection told the end of the body: it may have come too early.
    private func checkCut() throws(HTTPError) {
        guard version?.declaredLength == nil, !isListed else { return }
        if let hint = version?.hintedLength {
            guard position < hint, !tail.isEndOfImage else { return }
            throw .cutShort("\(position) of perhaps \(hint) bytes")
        }
        guard !tail.isEndNear else { return }
        throw .cutShort("\(position) bytes, and not the end of an image")
    }

    /// A host that contradicts itself about the length may have cut the image, or have put something behind it. One that
    /// was cut off itself declares the length of what it has.
    private func checkEnd() throws(FetchError) {
        if let hint = version?.hintedLength {
            guard hint != position, !tail.isEndOfImage else { return }
            throw .notAPhoto("\(position) bytes of \(hint), and not the end of an image")
        }
        guard !isListed, !tail.isEndNear else { return }
        throw .notAPhoto("\(position) bytes, and not the end of an image")
    }

    private var isListed: Bool { image.byteCount == position }

    /// The source may have listed an older version, so it is asked once more before the bytes count as damaged.
    private mutating func checkName() async throws(FetchError) {
        guard let named, let name = image.digest, named.text != name.lowercased() else { return }
        let found = try await photoNow()
        guard let other = host.source.image(of: found, upTo: image.name), other.digest?.lowercased() == named.text
        else { throw .notAPhoto("other bytes than the source names") }
        host.events.updated(found)
        image = other
    }

    /// The host is overloaded or out of order.
    private static func isTrouble(_ status: Int) -> Bool { status == 429 || status >= 500 }

    /// Ends the transfer; `connect` begins another where this one stands, with all its retries.
    mutating func disconnect() {
        hangUp()
        (retries, displacements, movedAt) = (0, 0, nil)
        isLookedUp = false
    }

    // MARK: Answers

    /// nil: the photo has another address now, ask again.
    private mutating func send(takesRange: Bool) async throws(FetchError) -> HTTPResponse? {
        var headers: [(name: String, value: String)] = []
        if takesRange {
            headers.append(("Range", "bytes=\(position)-"))
            if let tag = version?.strongTag { headers.append(("If-Range", tag)) }
        }
        var request = HTTPRequest(
            url: image.url, headers: headers, priority: host.limits.priority,
            maximumBodyLength: host.limits.maximumLength, redirectHosts: host.source.imageHosts)
        request.section = host.source.section(of: image)
        request.displacements = displacements
        movedAt = movedAt ?? host.time.elapsed
        do throws(HTTPError) {
            return try await host.transport.send(request)
        } catch .displaced {
            try gaveWay()
            return nil
        } catch .redirectRefused(let target) where target.mentions("photo_unavailable") {
            try await lookUp("redirected to photo_unavailable")
            return nil
        } catch {
            throw FetchError(error)
        }
    }

    /// The version that a 206 answer continues; nil when it brings other bytes than were asked for.
    private func continued(by response: HTTPResponse) -> (version: ImageVersion, isEndTold: Bool)? {
        guard let header = response.headers["content-range"], let part = ContentRange(header),
            part.range.lowerBound == position
        else { return nil }
        var fresh = ImageVersion(response, atMost: host.limits.maximumLength)
        fresh.declaredLength = part.total.flatMap { ImageLength.possible($0, atMost: host.limits.maximumLength) }
        guard fresh.isSame(as: version ?? fresh) else { return nil }
        let whole = version?.completed(by: fresh) ?? fresh
        return (whole, !fresh.isDoubtful && whole.isConfirmed(listed: image.byteCount))
    }

    /// Judges a whole answer. nil: ask again.
    private mutating func take(_ response: HTTPResponse) async throws(FetchError) -> Bool? {
        var first: [UInt8] = []
        do throws(HTTPError) {
            while first.count < 16, let piece = try await response.body.next() {
                first += piece
            }
        } catch {
            try await backOff(after: error)
            return nil
        }
        let head = ImageHead(status: response.status, url: response.url, headers: response.headers)
        let fresh = ImageVersion(response, atMost: host.limits.maximumLength)
        switch host.source.judge(head, firstBytes: first) {
        case .gone:
            try await lookUp("the image host does not have it")
            return nil
        case .refused(let text):
            throw .notAPhoto(text)
        case .unserved(let text):
            throw .unserved(text)
        case .photo where response.status == 206:
            response.body.cancel()
            throw .notAPhoto("a part of it that nobody asked for")
        case .photo:
            guard fresh.declaredLength ?? 0 <= host.limits.maximumLength else {
                throw .tooLarge(limit: host.limits.maximumLength)
            }
        }
        let isRestarted = position > 0 && version.map { !fresh.isSame(as: $0) } ?? false
        if isRestarted { startOver(fresh) }
        if position > 0 {
            skipping = Skipping(rest: position, digest: digest.map { _ in PhotoDigest() })
        }
        let whole = position > 0 ? version?.completed(by: fresh) ?? fresh : fresh
        version = whole
        isEndTold = !fresh.isDoubtful && whole.isConfirmed(listed: image.byteCount)
        body = response.body
        pending = first
        return isRestarted
    }

    /// Asks the source for the photo once: gone, or at another address?
    private mutating func lookUp(_ reason: String) async throws(FetchError) {
        guard !isLookedUp else { throw .notAPhoto(reason) }
        isLookedUp = true
        let found = try await photoNow()
        guard let other = host.source.image(of: found, upTo: image.name), other.url != image.url else {
            throw .notAPhoto(reason)
        }
        host.events.updated(found)
        image = other
    }

    /// The photo as the source has it now, which says so when it has it no more.
    private func photoNow() async throws(FetchError) -> Photo {
        let found: Photo?
        do throws(PhotoSourceError) {
            found = try await HTTPRequest.Priority.$current.withValue(host.limits.priority) {
                [host, photo] () async -> Result<Photo?, PhotoSourceError> in
                do throws(PhotoSourceError) {
                    return .success(try await host.source.photo(photo))
                } catch {
                    return .failure(error)
                }
            }.get()
        } catch {
            throw FetchError(error)
        }
        guard let found else {
            host.events.gone(photo)
            throw .gone
        }
        return found
    }

    // MARK: Bytes

    private mutating func nextPiece() async throws(HTTPError) -> [UInt8]? {
        guard pending.isEmpty else {
            defer { pending = [] }
            return pending
        }
        return try await body?.next()
    }

    /// Goes over the bytes that were given out already; false when they are others now.
    private mutating func skip() async throws(HTTPError) -> Bool {
        while var skipped = skipping {
            guard let piece = try await nextPiece() else {
                guard let declared = version?.declaredLength, declared >= position else { return false }
                throw .cutShort("\(position - skipped.rest) of \(declared) bytes")
            }
            let count = Int(min(skipped.rest, Int64(piece.count)))
            pending = Array(piece[count...])
            skipped.digest?.update(Array(piece[..<count]))
            skipped.rest -= Int64(count)
            skipping = skipped.rest > 0 ? skipped : nil
            if skipped.rest == 0, let repeated = skipped.digest { return repeated.text == digest?.text }
        }
        return true
    }

    private mutating func startOver(_ version: ImageVersion?) {
        hangUp()
        position = 0
        given = []
        digest = PhotoDigest()
        named = NamedDigest(naming: image.digest)
        tail = ImageTail(isFromStart: true)
        brokeAt = 0
        self.version = version
    }

    private mutating func hangUp() {
        body?.cancel()
        body = nil
        pending = []
        skipping = nil
    }

    /// Its place is another's now. It goes on behind those that wait, for as long as one that stalls in a place of its own
    /// would be waited for.
    private mutating func gaveWay() throws(FetchError) {
        displacements += 1
        let still = host.time.elapsed - (movedAt ?? host.time.elapsed)
        guard displacements < Self.fewDisplacements || still < host.limits.longestStill else {
            throw .timedOut("no byte in \(still.components.seconds) s, and others wait")
        }
    }

    private mutating func backOff(after error: HTTPError) async throws(FetchError) {
        hangUp()
        switch error {
        case .displaced: return try gaveWay()
        case .unreachable, .timedOut, .cutShort, .failed:
            guard retries < host.limits.retries else { throw FetchError(error) }
        case .bodyTooLarge, .redirectRefused, .badURL, .backingOff, .cancelled:
            throw FetchError(error)
        }
        brokeAt = position
        let delay = host.limits.firstRetryDelay * (1 << retries) * Double.random(in: 0.75...1.25)
        retries += 1
        do {
            try await host.time.sleep(for: delay)
        } catch {
            throw .interrupted
        }
    }
}
