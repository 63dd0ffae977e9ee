/// Something that goes wrong with the requests it matches.
public struct Fault: Sendable, Hashable {
    /// Which requests; what is nil matches any.
    public struct Match: Sendable, Hashable {
        public enum Host: String, Sendable, Hashable, Codable {
            case api, images
        }

        public var host: Host?
        /// "flickr.photos.search"; at Commons "commons.search", "commons.geosearch", "commons.category",
        /// "commons.allimages", "commons.page" (files asked for by id or title) or "commons.meta".
        public var method: String?
        public var photo: String?
        /// The letter of an image's address, "" for 500 px; at Commons the width of a thumbnail, "o" for the original.
        public var rendition: String?
        /// A part of the path with its query.
        public var path: String?

        public init(
            host: Host? = nil, method: String? = nil, photo: String? = nil, rendition: String? = nil,
            path: String? = nil
        ) {
            self.host = host
            self.method = method
            self.photo = photo
            self.rendition = rendition
            self.path = path
        }

        public static let everything = Match()
        public static let images = Match(host: .images)
        public static let api = Match(host: .api)

        public static func method(_ method: String) -> Match {
            Match(method: method)
        }

        public static func photo(_ id: String, _ rendition: String? = nil) -> Match {
            Match(host: .images, photo: id, rendition: rendition)
        }
    }

    public enum Effect: Sendable, Hashable {
        /// Before the head.
        case latency(Duration)
        /// For the body.
        case bandwidth(bytesPerSecond: Int)
        /// No head, until the fault is released or removed.
        case stallBeforeHead
        /// No more than this of the body, until the fault is released or removed.
        case stall(afterBytes: Int)
        /// The connection ends after this much of the body.
        case cut(afterBytes: Int)
        /// The connection ends without an answer.
        case hangUp
        /// Only this much of the body, and the length says so too.
        case shortBody(bytes: Int)
        /// Noise after the body, and the length says so too.
        case longBody(extraBytes: Int)
        /// Content-Length says this, whatever there is.
        case announcedLength(Int)
        case framing(Behaviour.Framing)
        case lengthHint(Behaviour.LengthHint)
        /// With the body recorded for it; the Retry-After of your choice.
        case status(Int, retryAfter: String? = nil)
        /// Status 200 with a web page.
        case htmlUnder200
        case contentType(String)
        case emptyBody
        case redirect(String)
        /// To a picture that says so, answered with status 200: as old hosts did for removed photos.
        case photoUnavailable
        /// Another version of the image: other bytes, length and ETag.
        case newVersion
        /// Never ends.
        case endlessBody
        /// JSON that breaks off.
        case garbageJSON
        case body([UInt8], contentType: String)
        /// A failure under status 200; an empty message becomes the documented one.
        case apiFailure(code: Int, message: String = "")
        /// A failure of Commons under status 200: "maxlag", "ratelimited", "readonly" …; an empty info becomes the usual one.
        case commonsError(code: String, info: String = "", retryAfter: String? = nil)
        case header(String, String)
        case withoutHeader(String)
        case ignoredRange
        /// A member of a JSON answer, by the names on the way to it ("photos.photo.title"), is this JSON; the first that
        /// there is has the first, and so on.
        case member(String, [String])
        /// Status 206 with this part, whatever was asked for, as a cache may answer that holds no more.
        case unaskedPart(from: Int, bytes: Int)
    }

    public var match: Match
    public var effect: Effect
    /// How many requests it spoils; nil: until it is removed.
    public var times: Int?
    /// How many matching requests pass before the first that it spoils.
    public var skip: Int

    public init(_ effect: Effect, on match: Match = .everything, times: Int? = nil, skip: Int = 0) {
        self.match = match
        self.effect = effect
        self.times = times
        self.skip = skip
    }
}

/// What faults are matched against.
struct RequestSubject: Sendable {
    enum Kind: Sendable, Hashable {
        case api(method: String)
        case image(photo: String, rendition: String)
        case other
    }

    var kind: Kind
    var path: String
}

extension Fault.Match {
    func matches(_ subject: RequestSubject) -> Bool {
        if let path, !subject.path.contains(path) { return false }
        switch subject.kind {
        case .api(let called):
            return host != .images && photo == nil && rendition == nil && (method == nil || method == called)
        case .image(let id, let suffix):
            return host != .api && method == nil && (photo == nil || photo == id)
                && (rendition == nil || rendition == suffix)
        case .other:
            return host == nil && method == nil && photo == nil && rendition == nil
        }
    }
}
