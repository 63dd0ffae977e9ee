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
