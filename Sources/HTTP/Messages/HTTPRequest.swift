internal import Synchronization

/// A GET request.
public struct HTTPRequest: Sendable, Hashable {
    /// What the answer is for; of waiting requests, the one with the smaller raw value goes first.
    public enum Priority: Int, Sendable, Comparable, CaseIterable {
        /// A process is blocked in a read, open or opendir.
        case waiting
        /// An item count, a pin's first listing.
        case soon
        /// A small rendition, for an icon. They have an hourly limit of their own, and wait for it however long.
        case small
        /// A refresh of data that is already shown.
        case background
        /// A program goes through one folder after the other, because it was told to (`find`, `rsync`).
        case crawling
        /// A file manager or an indexer does so by itself.
        case browsing

        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }

        /// Whether it is one of many that a crawler asks for: these get only a part of an hourly limit.
        public var isOfCrawler: Bool { self >= .crawling }

        /// Whether the newest goes first: the others are older wishes.
        var isNewestFirst: Bool { isOfCrawler || self == .small }

        /// The default priority of requests made by the current task. The code that starts a refresh sets it, so that a
        /// photo source need not know about refreshes.
        @TaskLocal public static var current: Priority = .waiting
    }

    /// The executor on which the current task waits for answers; nil is the common pool.
    @TaskLocal public static var executor: (any TaskExecutor)?

    /// Absolute and percent-encoded. May contain a secret: log `redactedURL` instead.
    public var url: String
    public var headers: [(name: String, value: String)] {
        get { headerFields.map { ($0.name, $0.value) } }
        set { headerFields = newValue.map { Field(name: $0.name, value: $0.value) } }
    }
    public var priority: Priority
    /// How often in a row its transfer was displaced. If it was, it queues behind requests not yet tried.
    public var displacements = 0
    /// The most bytes of the decoded body; more throws `HTTPError.bodyTooLarge`.
    public var maximumBodyLength: Int64
    /// Hosts ("host" or "host:port") that a redirect may lead to. The request's own host is always allowed.
    public var redirectHosts: [String]
    /// If set, a redirect on the request's own host has to stay below this path, which begins and ends with a slash:
    /// what stands beside it there is another service.
    public var redirectFolder: String?
    /// Whether the answer may be compressed: true for text, false for images, whose length must be known.
    public var acceptsEncoding: Bool
    /// How long the answer's head may take, if not as long as usual.
    public var firstByteTimeout: Duration?
    /// The name, in lower case, of a header that says of an answer with status 200 that it is an error, if the host has
    /// one. Together with Retry-After such an answer is treated like a 503.
    public var errorHeader: String?
    /// The section of the host's service that the request is for, if the host refuses requests by section: each section
    /// has its own queue and back-off.
    public var section: String?

    private struct Field: Hashable, Sendable {
        var name: String
        var value: String
    }
    private var headerFields: [Field] = []

    public init(
        url: String, headers: [(name: String, value: String)] = [], priority: Priority = .current,
        maximumBodyLength: Int64, redirectHosts: [String] = [], acceptsEncoding: Bool = false
    ) {
        self.url = url
        self.priority = priority
        self.maximumBodyLength = maximumBodyLength
        self.redirectHosts = redirectHosts
        self.acceptsEncoding = acceptsEncoding
        headerFields = headers.map { Field(name: $0.name, value: $0.value) }
    }

    /// Scheme, host and port of the address, for logs and errors.
    public var redactedURL: String { Self.origin(of: url) }

    /// Only the scheme, host and port of an address, since its path and query may contain a secret. By bytes: a
    /// delimiter with a combining accent is another `Character`, but still ends the host.
    static func origin(of url: String) -> String {
        let bytes = Array(url.utf8.prefix(2048))
        guard let mark = bytes.firstRange(of: "://".utf8), bytes[..<mark.lowerBound].allSatisfy(isOfScheme) else {
            return "an address without a host"
        }
        let authority = bytes[mark.upperBound...].prefix { !"/\\?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        return String(decoding: bytes[..<mark.upperBound] + host, as: UTF8.self)
    }

    /// RFC 3986, section 3.1.
    private static func isOfScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension HTTPRequest {
    /// The name of the request's queue: its host, or "host (section)".
    var queue: String { section.map { "\(host) (\($0))" } ?? host }

    /// The host of a queue of that name.
    static func host(ofQueue name: String) -> String {
        // By bytes, because each piece of a body asks.
        name.utf8.firstIndex(of: UInt8(ascii: " ")).map { String(name[..<$0]) } ?? name
    }

    /// "host" or "host:port" as in the address, in lower case; empty if the address is not absolute.
    public var host: String {
        // By bytes: a slash with a combining accent is another `Character`, but still ends the host.
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8) else {
            return ""
        }
        let authority = url.utf8[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[authority.index(after: $0)...] } ?? authority
        return String(Substring(host)).lowercased()
    }
}

/// What the path of an address means to servers, which fold it before they look a file up.
package enum PathSegments {
    /// Whether a segment is "." or "..", also if its dots or the slashes beside it are percent-encoded: curl folds
    /// plain ones, and servers the encoded ones. A backslash counts as a slash. The path has no query.
    package static func haveDots(_ path: some StringProtocol) -> Bool {
        var plain: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2
                else {
                    plain.append(byte)
                    continue
                }
                rest = rest.dropFirst(2)
                plain.append(code == UInt8(ascii: "\\") ? UInt8(ascii: "/") : code)
            case UInt8(ascii: "\\"): plain.append(UInt8(ascii: "/"))
            default: plain.append(byte)
            }
        }
        return plain.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
        }
    }
}

/// How many requests of one piece of work wait for their turn at a host: for its hourly limit, a connection, or the end
/// of a pause. A task that sets `current` learns it of all requests made in it.
public final class WaitingRequests: Sendable {
    @TaskLocal public static var current: WaitingRequests?

    private let count = Mutex(0)

    public init() {}

    public var isEmpty: Bool { count.withLock { $0 == 0 } }

    func enter() { count.withLock { $0 += 1 } }

    func leave() { count.withLock { $0 -= 1 } }
}
