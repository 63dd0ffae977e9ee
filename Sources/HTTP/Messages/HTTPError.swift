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
