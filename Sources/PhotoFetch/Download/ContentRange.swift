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
