import HTTP
import PhotoTree

/// What an answer's head tells of the bytes it brings, enough to notice that they are others than before.
struct ImageVersion: Hashable, Sendable {
    /// Of the whole image, in bytes, as HTTP declares it.
    var declaredLength: Int64?
    /// Flickr's own header, x-ttdb-l: right when last seen, promised nowhere, and checked at the end.
    var hintedLength: Int64?
    var etag: String?
    /// Last-Modified as it came, where that tells versions apart.
    var modified: String?

    /// Of a whole answer. A hint above `limit`, in bytes, is none.
    init(_ response: HTTPResponse, atMost limit: Int64) {
        declaredLength = response.contentLength
        if response.headers["content-encoding"] == nil {
            let hint = response.headers["x-ttdb-l"].flatMap { Int64($0) }
            hintedLength = hint.flatMap { ImageLength.possible($0, atMost: limit) }
        }
        etag = response.headers["etag"]
        modified = Self.strongDate(response)
    }

    /// Of bytes whose length alone is known.
    init(length: Int64) {
        declaredLength = length
    }

    /// The host says two lengths, and may have been cut off before or behind.
    var isDoubtful: Bool { declaredLength.map { $0 != hintedLength ?? $0 } ?? true }

    /// More than the answer's head vouches for the length: the host's hint, or what the source lists. A host that was cut
    /// off itself declares the length of what it has.
    func isConfirmed(listed: Int64?) -> Bool {
        !isDoubtful && (declaredLength == hintedLength || declaredLength == listed)
    }

    var length: Int64? { declaredLength ?? hintedLength }

    /// What If-Range is told (RFC 9110, 13.1.5): the tag where it is a strong one; where there is none, the date. Wikimedia's
    /// hosts write theirs without quotation marks, which makes it none: Varnish and Traffic Server, by which they serve, take
    /// it for a date when it comes back, and send the whole image.
    var validator: String? {
        guard let etag, Self.isSendable(etag) else { return modified }
        guard !etag.hasPrefix("W/"), !etag.hasPrefix("w/") else { return nil }
        return etag.hasPrefix("\"") ? etag : modified ?? etag
    }

    /// Last-Modified, where it lies so long before the answer that the image has not changed twice in that second
    /// (RFC 9110, 8.8.2.2).
    private static func strongDate(_ response: HTTPResponse) -> String? {
        guard let text = response.headers["last-modified"], isSendable(text), let modified = HTTPDate.parse(text),
            let sent = response.headers["date"].flatMap({ HTTPDate.parse($0) }), sent - modified >= 60
        else { return nil }
        return text
    }

    /// What goes back as a header comes from the host.
    private static func isSendable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// False when anything that both tell differs.
    func isSame(as other: ImageVersion) -> Bool {
        func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
            left == nil || right == nil || left == right
        }
        return agree(etag, other.etag) && agree(declaredLength, other.declaredLength)
    }

    /// What is known of a version after one more answer about it.
    func completed(by other: ImageVersion) -> ImageVersion {
        var whole = self
        whole.declaredLength = declaredLength ?? other.declaredLength
        whole.hintedLength = hintedLength ?? other.hintedLength
        whole.etag = etag ?? other.etag
        whole.modified = modified ?? other.modified
        return whole
    }
}
