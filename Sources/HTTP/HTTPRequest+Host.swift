extension HTTPRequest {
    /// "host" or "host:port" as the address has it, in lower case; empty when the address is not absolute.
    public var host: String {
        guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return host.lowercased()
    }
}
