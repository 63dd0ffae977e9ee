/// An absolute http or https address in its parts, no more than is needed to compare hosts and to replace them.
package struct WebAddress: Hashable, Sendable {
    /// Lower case.
    package var scheme: String
    /// "host" or "host:port", lower case.
    package var authority: String
    /// Path and query, from the first "/"; may be empty.
    package var path: String

    /// Nil for anything with a user name, a blank or a character that is not ASCII in it.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let mark = text.utf8.firstRange(of: "://".utf8) else {
            return nil
        }
        scheme = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...].prefix { $0 != "#" }
        let end = rest.firstIndex { "/?\\".contains($0) } ?? rest.endIndex
        authority = rest[..<end].lowercased()
        path = String(rest[end...])
        guard scheme == "https" || scheme == "http", !authority.isEmpty, !authority.contains("@"),
            path.isEmpty || path.hasPrefix("/")
        else { return nil }
    }

    package var text: String { "\(scheme)://\(authority)\(path)" }
}
