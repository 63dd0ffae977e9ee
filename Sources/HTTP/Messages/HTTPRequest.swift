/// One GET.
public struct HTTPRequest: Sendable, Hashable {
    /// Whom the answer is for; a smaller raw value goes first when requests must queue.
    public enum Priority: Int, Sendable, Comparable, CaseIterable {
        /// A process is blocked in a read, open or opendir.
        case waiting
        /// A thumbnail, an item count, a pin's first listing.
        case soon
        /// A refresh behind what is shown.
        case background

        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }

        /// What requests made by the current task are for, unless they say otherwise: whoever starts a refresh sets it,
        /// so that a source need not know.
        @TaskLocal public static var current: Priority = .waiting
    }

    /// Where the current task waits for answers, when that is not the common pool.
    @TaskLocal public static var executor: (any TaskExecutor)?

    /// Absolute, percent-encoded. May hold a secret: never log it, log `redactedURL`.
    public var url: String
    public var headers: [(name: String, value: String)] {
        get { headerFields.map { ($0.name, $0.value) } }
        set { headerFields = newValue.map { Field(name: $0.name, value: $0.value) } }
    }
    public var priority: Priority
    /// How often in a row its transfer was displaced before: it goes behind those not yet tried.
    public var displacements = 0
    /// Decoded body bytes; more is `HTTPError.bodyTooLarge`.
    public var maximumBodyLength: Int64
    /// Hosts ("host" or "host:port") a redirect may lead to; the request's own host is always among them.
    public var redirectHosts: [String]
    /// Whether a compressed answer is welcome: true for text, false for images, whose length must stay known.
    public var acceptsEncoding: Bool
    /// How long the answer's head may take, where that is not as with all others.
    public var firstByteTimeout: Duration?
    /// The part of its host's service that is asked for, where the host refuses parts apart: each has a queue and a
    /// back-off of its own.
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

    /// Of an address no more than scheme, host and port: its path may hold a secret as well as its query. In bytes, for
    /// with an accent on it a sign is another character, but ends the host all the same.
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
