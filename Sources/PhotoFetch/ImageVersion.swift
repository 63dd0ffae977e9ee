import HTTP

/// What an answer's head tells of the bytes it brings, enough to notice that they are others than before.
struct ImageVersion: Hashable, Sendable {
    /// Of the whole image, in bytes, as HTTP declares it.
    var declaredLength: Int64?
    /// Flickr's own header, x-ttdb-l: right when last seen, promised nowhere, and checked at the end.
    var hintedLength: Int64?
    var etag: String?

    /// Of a whole answer.
    init(_ response: HTTPResponse) {
        declaredLength = response.contentLength.flatMap { $0 >= 0 ? $0 : nil }
        if response.headers["content-encoding"] == nil {
            hintedLength = response.headers["x-ttdb-l"].flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
        etag = response.headers["etag"]
    }

    /// Of bytes whose length alone is known.
    init(length: Int64) {
        declaredLength = length
    }

    /// The host says two lengths, and may have been cut off before or behind.
    var isDoubtful: Bool { declaredLength.map { $0 != hintedLength ?? $0 } ?? true }

    var length: Int64? { declaredLength ?? hintedLength }

    /// Fit for If-Range (RFC 9110, 13.1.5). Wikimedia's hosts write theirs without quotation marks; sent back as it came,
    /// it is compared as it came.
    var strongTag: String? {
        etag.flatMap { $0.isEmpty || $0.hasPrefix("W/") || $0.hasPrefix("w/") ? nil : $0 }
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
        return whole
    }
}
