import HTTP
import PhotoTree

/// What an answer's head says about the image's version: enough to notice other bytes than before.
struct ImageVersion: Hashable, Sendable {
    /// The length of the whole image in bytes, as HTTP declares it.
    var declaredLength: Int64?
    /// The length in Flickr's own header x-ttdb-l: right when last seen, documented nowhere, and checked at the end.
    var hintedLength: Int64?
    var etag: String?
    /// Last-Modified as the host sent it, where it can tell versions apart.
    var modified: String?

    /// The version in the head of an answer with the whole image. A hint above `limit` bytes is ignored.
    init(_ response: HTTPResponse, atMost limit: Int64) {
        declaredLength = response.contentLength
        if response.headers["content-encoding"] == nil {
            let hint = response.headers["x-ttdb-l"].flatMap { Int64($0) }
            hintedLength = hint.flatMap { ImageLength.possible($0, atMost: limit) }
        }
        etag = response.headers["etag"]
        modified = Self.strongDate(response)
    }

    /// A version of which nothing is known.
    init() {}

    /// A version of which only the length is known.
    init(length: Int64) {
        declaredLength = length
    }

    /// Whether the host declares no length, or hints at another one: it may have sent too little or too much.
    var isDoubtful: Bool { declaredLength.map { $0 != hintedLength ?? $0 } ?? true }

    /// Whether something besides the declared length confirms it: the host's hint, or what the source lists. A host
    /// that received only a part of the image declares that part's length.
    func isConfirmed(listed: Int64?) -> Bool {
        !isDoubtful && (declaredLength == hintedLength || declaredLength == listed)
    }

    var length: Int64? { declaredLength ?? hintedLength }

    /// The value for If-Range (RFC 9110, 13.1.5): a strong tag, or the date where there is no tag. Wikimedia's hosts
    /// write tags without quotation marks, which makes them invalid: the Varnish and Traffic Server behind them take
    /// such a tag for a date and send the whole image.
    var validator: String? {
        guard let etag, Self.isSendable(etag) else { return modified }
        guard !etag.hasPrefix("W/"), !etag.hasPrefix("w/") else { return nil }
        return etag.hasPrefix("\"") ? etag : modified ?? etag
    }

    /// Last-Modified, where it is so long before the answer that the image cannot have changed twice in that second
    /// (RFC 9110, 8.8.2.2).
    private static func strongDate(_ response: HTTPResponse) -> String? {
        guard let text = response.headers["last-modified"], isSendable(text), let modified = HTTPDate.parse(text),
            let sent = response.headers["date"].flatMap({ HTTPDate.parse($0) }), sent - modified >= 60
        else { return nil }
        return text
    }

    /// The value comes from the host and is sent back as a header.
    private static func isSendable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns false when a value that both versions have differs.
    func isSame(as other: ImageVersion) -> Bool {
        func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            left == nil || right == nil || left == right
        }
        return agree(etag, other.etag) && agree(declaredLength, other.declaredLength)
    }

    /// This version, with missing values filled in from another answer about it.
    func completed(by other: ImageVersion) -> ImageVersion {
        var whole = self
        whole.declaredLength = declaredLength ?? other.declaredLength
        whole.hintedLength = hintedLength ?? other.hintedLength
        whole.etag = etag ?? other.etag
        whole.modified = modified ?? other.modified
        return whole
    }
}

/// The Content-Range of a 206 answer (RFC 9110, 14.4): `bytes 500-999/1000`, or `/*` when the total length is unknown.
struct ContentRange: Hashable, Sendable {
    var range: Range<Int64>
    /// The length of the whole image in bytes; nil when the host does not know it.
    var total: Int64?

    init?(_ header: String) {
        let words = header.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Int64(bounds[0]), let last = Int64(bounds[1]), first >= 0, last >= first,
            last < .max
        else { return nil }
        range = first..<last + 1
        if parts[1] == "*" { return }
        guard let total = Int64(parts[1]), total > last else { return nil }
        self.total = total
    }
}
