/// The only interface to the network.
public protocol HTTPTransport: Sendable {
    /// Sends one request and returns when the answer's head has arrived; the body arrives as it is pulled.
    ///
    /// Cancelling the calling task ends the request and throws `.cancelled`.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}

/// The head of an answer and its body, which arrives in pieces.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// The address that answered, after redirects.
    public var url: String
    /// Values by lower-case name; of a repeated header, the last value.
    public var headers: [String: String]
    public var body: HTTPBody
    /// For how long no request is sent to the host. Set if the host refused and the pause is too long to wait for.
    public var leftAloneFor: Duration?

    public init(status: Int, url: String, headers: [String: String], body: HTTPBody) {
        self.status = status
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// The declared length of an unencoded body, in bytes.
    public var contentLength: Int64? {
        // With chunked encoding a Content-Length is ignored (RFC 9112 §6.3).
        guard headers["content-encoding"] == nil, headers["transfer-encoding"] == nil else { return nil }
        return headers["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// A body in pieces, pulled by its one reader. Dropping it, or calling `cancel`, ends the transfer at once.
///
/// While nobody pulls, the transport holds the sender back, so that a body never piles up in memory.
public final class HTTPBody: Sendable {
    private let pull: @Sendable () async throws(HTTPError) -> [UInt8]?
    private let stop: @Sendable () -> Void
    private let isWhole: @Sendable () -> Bool

    /// - Parameters:
    ///   - next: Returns the next piece, or nil after the last one.
    ///   - cancel: Ends the transfer; does nothing if it has ended.
    ///   - hasArrived: Whether the rest of the body has arrived, so that the transfer no longer needs its connection.
    public init(
        next: @escaping @Sendable () async throws(HTTPError) -> [UInt8]?, cancel: @escaping @Sendable () -> Void,
        hasArrived: @escaping @Sendable () -> Bool = { false }
    ) {
        pull = next
        stop = cancel
        isWhole = hasArrived
    }

    /// Whether the rest of the body has arrived, and no longer depends on the connection.
    public var hasArrived: Bool { isWhole() }

    deinit {
        stop()
    }

    /// The next piece, never empty; nil after the last one. Cancelling the calling task throws `.cancelled`.
    ///
    /// - Throws: `HTTPError` if the transfer failed or the body ended before its declared length.
    public func next() async throws(HTTPError) -> [UInt8]? {
        try await pull()
    }

    /// Ends the transfer; does nothing if it has ended.
    public func cancel() {
        stop()
    }
}

/// Why a request got no complete answer. An HTTP status is no error here.
public enum HTTPError: Error, Hashable, Sendable {
    /// The name lookup, route, connection or TLS failed; the text says which. The texts of all cases contain only
    /// scheme, host and port of an address.
    case unreachable(String)
    /// Connecting or the first byte took too long, or the body was slower than the low-speed limit.
    case timedOut(String)
    /// The connection ended before the answer was complete.
    case cutShort(String)
    case bodyTooLarge(limit: Int64)
    /// A redirect to a host (or scheme) that the request does not allow.
    case redirectRefused(to: RedirectTarget)
    case badURL(String)
    /// After failures, no request is sent to the host for this long.
    case backingOff(Duration)
    /// The hour's share of requests is used, and the next is free only after this long: longer than a request waits.
    case shareUsed(Duration)
    case cancelled
    /// No byte had moved in the transfer, so its connection was given to a waiting request. Ask again, and count that
    /// in `HTTPRequest.displacements`.
    case displaced
    case failed(String)

    /// One line for display, without secrets.
    public var summary: String {
        switch self {
        case .unreachable(let text): "not reachable: \(text)"
        case .timedOut(let text): "timed out: \(text)"
        case .cutShort(let text): "cut short: \(text)"
        case .bodyTooLarge(let limit): "an answer of more than \(limit) bytes"
        case .redirectRefused(let target): "a redirect to \(target), which is not followed"
        case .badURL(let text): "not an address to ask: \(text)"
        case .backingOff(let pause): "left alone after failures for another \(pause)"
        case .shareUsed(let pause): "the hour's share is used, the next is free in \(pause.components.seconds) s"
        case .cancelled: "cancelled"
        case .displaced: "nothing came, and others waited"
        case .failed(let text): text
        }
    }
}

/// The target of a redirect. It prints only as scheme, host and port, because the rest may contain a secret; callers
/// can only ask whether a word occurs in it.
public struct RedirectTarget: Hashable, Sendable {
    private let url: String

    public init(_ url: String) {
        self.url = url
    }

    /// Whether `word`, which must be in lower case, occurs in the address in any case.
    public func mentions(_ word: String) -> Bool {
        url.lowercased().utf8.firstRange(of: word.utf8) != nil
    }
}

extension RedirectTarget: ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public init(stringLiteral url: String) { self.init(url) }

    public var description: String { HTTPRequest.origin(of: url) }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
