extension HTTPRequest {
    /// Names the queue it stands in: its host, or "host (section)".
    var queue: String { section.map { "\(host) (\($0))" } ?? host }

    /// "host" or "host:port" as the address has it, in lower case; empty when the address is not absolute.
    public var host: String {
        // Bytes: a slash with an accent on it is another character, but ends the host all the same.
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8) else {
            return ""
        }
        let authority = url.utf8[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[authority.index(after: $0)...] } ?? authority
        return String(Substring(host)).lowercased()
    }
}
