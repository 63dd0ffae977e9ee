/// Why a request got no (whole) answer. An HTTP status is no error here.
public enum HTTPError: Error, Hashable, Sendable {
    /// Name, route, connection or TLS; the text says which. Of addresses all texts name scheme, host and port only.
    case unreachable(String)
    /// Connecting, the first byte, or a body slower than the low-speed limit.
    case timedOut(String)
    /// The connection ended before the declared length.
    case cutShort(String)
    case bodyTooLarge(limit: Int64)
    /// A redirect to a host (or scheme) that is not among the request's.
    case redirectRefused(to: RedirectTarget)
    case badURL(String)
    /// The host is being left alone after failures; try again in this long.
    case backingOff(Duration)
    case cancelled
    /// Nothing moved in it while others waited, and its connection was given to one of them; ask again, counting that in
    /// `HTTPRequest.displacements`.
    case displaced
    case failed(String)

    /// One line for people, without a secret.
    public var summary: String {
        switch self {
        case .unreachable(let text): "not reachable: \(text)"
        case .timedOut(let text): "timed out: \(text)"
        case .cutShort(let text): "cut short: \(text)"
        case .bodyTooLarge(let limit): "an answer of more than \(limit) bytes"
        case .redirectRefused(let target): "a redirect to \(target), which is not followed"
        case .badURL(let text): "not an address to ask: \(text)"
        case .backingOff(let pause): "left alone after failures for another \(pause)"
        case .cancelled: "cancelled"
        case .displaced: "nothing came, and others waited"
        case .failed(let text): text
        }
    }
}
