/// A fault in the answers to the requests that it matches.
public struct Fault: Sendable, Hashable {
    /// The requests that have the fault; a nil value matches any.
    public struct Match: Sendable, Hashable {
        public enum Host: String, Sendable, Hashable, Codable {
            case api, images
        }

        public var host: Host?
        /// "flickr.photos.search"; at Commons "commons.search", "commons.geosearch", "commons.category",
        /// "commons.allimages", "commons.page" (files requested by id or title) or "commons.meta".
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
        /// A delay before the head.
        case latency(Duration)
        /// A limit for the body.
        case bandwidth(bytesPerSecond: Int)
        /// No head until the fault is released or removed.
        case stallBeforeHead
        /// Only this much of the body until the fault is released or removed.
        case stall(afterBytes: Int)
        /// The connection ends after this much of the body.
        case cut(afterBytes: Int)
        /// The connection ends without an answer.
        case hangUp
        /// Only this much of the body, with the length of that part as Content-Length.
        case shortBody(bytes: Int)
        /// Noise after the body, with the whole length as Content-Length.
        case longBody(extraBytes: Int)
        /// Noise behind the body, which no length tells of, on a connection that goes on.
        case excess(bytes: Int)
        /// Behind the answer one to no request, with another picture, on a connection that goes on.
        case strayAnswer
        /// This Content-Length, whatever the real length is.
        case announcedLength(Int)
        case framing(Behaviour.Framing)
        case lengthHint(Behaviour.LengthHint)
        /// An error with the body recorded for its status, and this Retry-After.
        case status(Int, retryAfter: String? = nil)
        /// Status 200 with a web page.
        case htmlUnder200
        case contentType(String)
        case emptyBody
        case redirect(String)
        /// A redirect to a picture that says so, answered with status 200, as old hosts did for removed photos.
        case photoUnavailable
        /// Another version of the image: other bytes, length and ETag.
        case newVersion
        /// A body that never ends.
        case endlessBody
        /// Truncated JSON.
        case garbageJSON
        case body([UInt8], contentType: String)
        /// A failure under status 200; an empty message becomes the documented one.
        case apiFailure(code: Int, message: String = "")
        /// A failure of Commons under status 200: "maxlag", "ratelimited", "readonly" …; an empty info becomes the
        /// usual one.
        case commonsError(code: String, info: String = "", retryAfter: String? = nil)
        case header(String, String)
        case withoutHeader(String)
        case ignoredRange
        /// Replaces a member of a JSON answer, given by its path ("photos.photo.title"): the first match gets the first
        /// JSON text, the second match the second, and so on.
        case member(String, [String])
        /// Status 206 with this part, whatever was requested, as from a cache that holds no more.
        case unaskedPart(from: Int, bytes: Int)
    }

    public var match: Match
    public var effect: Effect
    /// How many requests it affects; nil: until it is removed.
    public var times: Int?
    /// How many matching requests pass before the first that it affects.
    public var skip: Int

    public init(_ effect: Effect, on match: Match = .everything, times: Int? = nil, skip: Int = 0) {
        self.match = match
        self.effect = effect
        self.times = times
        self.skip = skip
    }
}

/// The properties of a request that faults match.
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
