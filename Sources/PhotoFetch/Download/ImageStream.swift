import HTTP
import PhotoCache
import PhotoTree
import Waiting

/// What `ImageStream` needs from outside.
struct ImageHost: Sendable {
    let source: any PhotoSource
    let transport: any HTTPTransport
    let time: ElapsedClock
    let events: FetchEvents
    let limits: FetchLimits
}

/// The bytes of one image from an offset on, in order, however often the transfer breaks.
///
/// The stream judges an answer before it gives out a byte. It resumes a broken transfer: by Range where the host's
/// answer proves that it is of the same version, else from the start. From the start it skips the bytes it gave out
/// before and compares their digest. When they differ, the stream reports `restarted` and gives out the new bytes from
/// 0.
///
/// `ImageTransfer` has the rules; this type sends the requests, waits and disconnects as they say.
struct ImageStream: Sendable {
    enum Event: Sendable {
        /// The next bytes, at least one.
        case bytes([UInt8])
        /// The bytes given out before are void; `version` is new and the bytes begin at 0.
        case restarted
        case end
    }

    /// No host takes longer before its answer begins.
    private static let longestAnswer = Duration.seconds(15)

    private let host: ImageHost
    private let photo: PhotoID
    private var transfer: ImageTransfer
    private var body: HTTPBody?
    /// Bytes pulled to judge the answer, and not given out yet.
    private var pending: [UInt8] = []

    /// Begins at byte `position`; `version` is the version these bytes must be of, where one is known.
    init(
        _ image: Rendition, of photo: PhotoID, from position: Int64 = 0, version: ImageVersion? = nil, host: ImageHost
    ) {
        self.photo = photo
        self.host = host
        transfer = ImageTransfer(image, from: position, version: version, limits: host.limits)
    }

    /// The offset of the next byte to give out.
    var position: Int64 { transfer.bytes.position }
    /// nil until the first answer, unless `init` was given one.
    var version: ImageVersion? { transfer.version }
    /// The digest of all bytes before `position`, once `next` has returned `end`; nil when the stream did not begin at
    /// 0.
    var digest: PhotoDigest? { transfer.bytes.digest }
    /// Whether the image's length is certain before its end has arrived.
    var isEndTold: Bool { transfer.isEndTold }
    /// The host answered a Range request with the whole image.
    var isRangeIgnored: Bool { transfer.isRangeIgnored }

    /// Requests the image until an answer is the photo, unless such an answer is open already. Then `version` holds
    /// what the head of the answer says.
    ///
    /// - Returns: true when the bytes given out before are void (see `Event.restarted`).
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
            let begun = host.time.elapsed
            do throws(HTTPError) {
                piece = try await nextPiece()
                transfer.waits(host.time.elapsed - begun)
            } catch {
                transfer.waits(host.time.elapsed - begun)
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

    /// Ends the transfer. `connect` begins another one at the same offset, with all its retries.
    mutating func disconnect() {
        hangUp()
        transfer.rest()
    }

    // MARK: The host

    /// Returns nil when the caller must ask again: the photo has another address now, or the request lost its place to
    /// another.
    private mutating func send() async throws(FetchError) -> HTTPResponse? {
        let (headers, displacements) = transfer.ask(at: host.time.elapsed)
        var request = HTTPRequest(
            url: transfer.image.url, headers: headers, priority: max(host.limits.priority, .current),
            maximumBodyLength: host.limits.maximumLength, redirectHosts: host.source.imageHosts)
        request.redirectFolder = host.source.imageFolder
        request.section = host.source.section(of: transfer.image)
        request.displacements = displacements
        let begun = host.time.elapsed
        // The rest of a long wait was for others, or for the hour's share.
        defer { transfer.waits(min(Self.longestAnswer, host.time.elapsed - begun)) }
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

    /// Judges an answer with the whole image and begins to read it. Returns nil when the caller must ask again.
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
        // A body that is of no use ends when it is dropped.
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
        transfer.waits(pause)
        do {
            try await host.time.sleep(for: pause)
        } catch {
            throw .interrupted
        }
    }

    // MARK: The source

    /// Asks the source whether the photo is gone or has another address.
    private mutating func lookUp(_ reason: String) async throws(FetchError) {
        try transfer.lookUp(reason)
        let now = try await photoNow()
        try transfer.found(host.source.image(of: now, upTo: transfer.image.name), because: reason)
        host.events.updated(now)
    }

    /// When the digest differs, asks the source once more before the bytes count as damaged.
    private mutating func checkName() async throws(FetchError) {
        guard transfer.isMisnamed else { return }
        let now = try await photoNow()
        try transfer.named(host.source.image(of: now, upTo: transfer.image.name))
        host.events.updated(now)
    }

    /// Asks the source for the photo as it is now, and reports the photo as gone when the source no longer has it.
    private func photoNow() async throws(FetchError) -> Photo {
        let found: Photo?
        do throws(PhotoSourceError) {
            found = try await HTTPRequest.Priority.$current.withValue(
                // The API has no share for small renditions.
                max(host.limits.priority == .small ? .soon : host.limits.priority, .current),
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
