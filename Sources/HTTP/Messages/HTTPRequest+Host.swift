extension HTTPRequest {
    /// The name of the request's queue: its host, or "host (section)".
    var queue: String { section.map { "\(host) (\($0))" } ?? host }

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
