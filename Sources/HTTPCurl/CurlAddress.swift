internal import CCurl
internal import HTTP

/// An absolute http or https address, parsed by libcurl's own parser, so that the checked host is the one that libcurl
/// connects to.
struct CurlAddress: Hashable, Sendable {
    let url: String
    let scheme: String
    /// In lower case, without the brackets of an IPv6 address.
    let host: String
    let port: Int
    /// As it is sent, percent-encoded.
    let path: String

    /// Nil unless `url` is an absolute http or https address without a user name in it.
    init?(_ url: String) {
        guard !url.utf8.contains(0), let handle = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(handle) }
        guard unsafe curl_url_set(handle, CURLUPART_URL, url, UInt32(CURLU_DISALLOW_USER)) == CURLUE_OK else {
            return nil
        }
        guard let scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle), scheme == "http" || scheme == "https",
            let host = unsafe Self.part(CURLUPART_HOST, of: handle), !host.isEmpty,
            let port = unsafe Self.part(CURLUPART_PORT, of: handle, flags: UInt32(CURLU_DEFAULT_PORT)).flatMap({
                Int($0)
            }), let path = unsafe Self.part(CURLUPART_PATH, of: handle)
        else { return nil }
        self.url = url
        self.scheme = scheme
        self.host = host.lowercased().trimming("[", "]")
        self.port = port
        self.path = path
    }

    var isSecure: Bool { scheme == "https" }

    /// Whether requests to this address stay on this machine. libcurl resolves "localhost" itself, without a name
    /// server.
    var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return octets.count == 4 && octets[0] == 127 && octets.allSatisfy { $0 != nil }
    }

    /// Whether `name` is this address's host: "host" (on its scheme's usual port) or "host:port".
    func isNamed(_ name: String) -> Bool {
        let name = name.lowercased()
        let usual = port == (isSecure ? 443 : 80)
        let literal = host.contains(":") ? "[\(host)]" : host
        return name == "\(literal):\(port)" || usual && (name == literal || name == host)
    }

    /// Whether servers look below the folder for it, whose path begins and ends with a slash.
    func isBelow(_ folder: String) -> Bool {
        path.utf8.starts(with: folder.utf8) && !PathSegments.haveDots(path)
    }

    /// "host:port", or only the host if the port is its scheme's usual one; for errors.
    var authority: String {
        port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
    }

    /// The absolute address for `location`, a header of an answer from this address. Spaces in it are allowed.
    func resolving(_ location: String) -> String? {
        guard !location.utf8.contains(0), let handle = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(handle) }
        guard unsafe curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
            unsafe curl_url_set(handle, CURLUPART_URL, location, UInt32(CURLU_URLENCODE)) == CURLUE_OK
        else { return nil }
        return unsafe Self.part(CURLUPART_URL, of: handle)
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe ccurl_url_get(handle, part, &text, flags) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}

extension String {
    fileprivate func trimming(_ first: Character, _ last: Character) -> String {
        hasPrefix(String(first)) && hasSuffix(String(last)) ? String(dropFirst().dropLast()) : self
    }
}
