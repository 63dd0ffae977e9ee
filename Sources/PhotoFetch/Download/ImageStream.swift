import HTTP
import PhotoCache
import PhotoTree
import Waiting

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
///
/// `ImageTransfer` has the rules; this asks, waits and hangs up as they say.
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
    private var transfer: ImageTransfer
    private var body: HTTPBody?
    /// Pulled to be judged, and not gone over yet.
    private var pending: [UInt8] = []

    /// Begins at `position`, with the bytes of `version` where one is known.
    init(
        _ image: Rendition, of photo: PhotoID, from position: Int64 = 0, version: ImageVersion? = nil, host: ImageHost
    ) {
        self.photo = photo
        self.host = host
        transfer = ImageTransfer(image, from: position, version: version, limits: host.limits)
    }

    /// Of the next byte to be given out.
    var position: Int64 { transfer.bytes.position }
    /// nil until the first answer, unless it was known.
    var version: ImageVersion? { transfer.version }
    /// Of all bytes before `position` once `next` has said `end`; nil when the stream did not begin at 0.
    var digest: PhotoDigest? { transfer.bytes.digest }
    /// It is certain where the image ends before its end is seen.
    var isEndTold: Bool { transfer.isEndTold }
    /// A Range was asked for and the whole image came.
    var isRangeIgnored: Bool { transfer.isRangeIgnored }

    /// Gets an answer that is the photo, unless there is one: then `version` is what its head tells.
    ///
    /// - Returns: true when what was given out before is void (see `Event.restarted`).
    mutating func connect() async throws(FetchError) -> Bool {
        guard body == nil else { return false }
        transfer.begin()
        while true {
            guard let response = try await send() else { continue }
            let answer: ImageTransfer.Answer
            do throws(FetchError) {
                answer = try transfer.answered(response)
            } catch {
                response.body.cancel()
                throw error
            }
            switch answer {
            case .useless:
                response.body.cancel()
            case .rest:
                body = response.body
                return false
            case .whole:
                if let isRestarted = try await take(response) { return isRestarted }
            }
        }
    }

    mutating func next() async throws(FetchError) -> Event {
        transfer.takeIn()
        while true {
            if try await connect() { return .restarted }
            let piece: [UInt8]?
            do throws(HTTPError) {
                piece = try await nextPiece()
            } catch {
                try await backOff(after: error)
                continue
            }
            switch try transfer.came(piece, at: host.time.elapsed) {
            case .pull:
                break
            case .give(let bytes):
                return .bytes(bytes)
            case .restart:
                hangUp()
                return .restarted
            case .breakOff(let error):
                try await backOff(after: error)
            case .end:
                try await checkName()
                return .end
            }
        }
    }

    /// Ends the transfer; `connect` begins another where this one stands, with all its retries.
    mutating func disconnect() {
        hangUp()
        transfer.rest()
    }

    // MARK: The host

    /// nil: the photo has another address now, or its place was given away: ask again.
    private mutating func send() async throws(FetchError) -> HTTPResponse? {
        let (headers, displacements) = transfer.ask(at: host.time.elapsed)
        var request = HTTPRequest(
            url: transfer.image.url, headers: headers, priority: host.limits.priority,
            maximumBodyLength: host.limits.maximumLength, redirectHosts: host.source.imageHosts)
        request.section = host.source.section(of: transfer.image)
        request.displacements = displacements
        do throws(HTTPError) {
            return try await host.transport.send(request)
        } catch .displaced {
            try transfer.displaced(at: host.time.elapsed)
            return nil
        } catch .redirectRefused(let target) where target.mentions("photo_unavailable") {
            try await lookUp("redirected to photo_unavailable")
            return nil
        } catch {
            throw FetchError(error)
        }
    }

    /// Begins with a whole answer. nil: ask again.
    private mutating func take(_ response: HTTPResponse) async throws(FetchError) -> Bool? {
        var first: [UInt8] = []
        do throws(HTTPError) {
            while first.count < 16, let piece = try await response.body.next() {
                first += piece
            }
        } catch {
            transfer.brokeUnjudged()
            try await backOff(after: error)
            return nil
        }
        let head = ImageHead(status: response.status, url: response.url, headers: response.headers)
        // A body that is no use ends as it is dropped.
        switch try transfer.judged(host.source.judge(head, firstBytes: first), response) {
        case .missing(let reason):
            try await lookUp(reason)
            return nil
        case .image(let isRestarted):
            body = response.body
            pending = first
            return isRestarted
        }
    }

    private mutating func nextPiece() async throws(HTTPError) -> [UInt8]? {
        guard pending.isEmpty else {
            defer { pending = [] }
            return pending
        }
        return try await body?.next()
    }

    private mutating func hangUp() {
        body?.cancel()
        body = nil
        pending = []
    }

    private mutating func backOff(after error: HTTPError) async throws(FetchError) {
        hangUp()
        let pause = try transfer.broke(error, at: host.time.elapsed, chance: Double.random(in: 0...1))
        guard pause > .zero else { return }
        do {
            try await host.time.sleep(for: pause)
        } catch {
            throw .interrupted
        }
    }

    // MARK: The source

    /// Asks the source for the photo: gone, or at another address?
    private mutating func lookUp(_ reason: String) async throws(FetchError) {
        try transfer.lookUp(reason)
        let now = try await photoNow()
        try transfer.found(host.source.image(of: now, upTo: transfer.image.name), because: reason)
        host.events.updated(now)
    }

    /// The source is asked once more before the bytes count as damaged.
    private mutating func checkName() async throws(FetchError) {
        guard transfer.isMisnamed else { return }
        let now = try await photoNow()
        try transfer.named(host.source.image(of: now, upTo: transfer.image.name))
        host.events.updated(now)
    }

    /// The photo as the source has it now, which says so when it has it no more.
    private func photoNow() async throws(FetchError) -> Photo {
        let found: Photo?
        do throws(PhotoSourceError) {
            found = try await HTTPRequest.Priority.$current.withValue(
                host.limits.priority,
                throwing: { () async throws(PhotoSourceError) in try await host.source.photo(photo) })
        } catch {
            throw FetchError(error)
        }
        guard let found else {
            host.events.gone(photo)
            throw .gone
        }
        return found
    }
}
