internal import HTTP

/// Decides which addresses may be requested, at first and after redirects.
struct CurlPolicy: Sendable {
    static let maximumRedirects = 5

    let plainHTTPHosts: Set<String>

    /// The address of a request, if it may be requested.
    func address(of request: HTTPRequest) throws(HTTPError) -> CurlAddress {
        guard let address = CurlAddress(request.url) else { throw .badURL(request.redactedURL) }
        guard isTransportAllowed(address) else {
            throw .badURL("\(request.redactedURL): plain http is only for loopback, use https")
        }
        return address
    }

    /// The target of a redirect, if it is on the request's own host, and below its folder there, or on one of its redirect
    /// hosts, and not less protected than the request was.
    func redirect(of request: HTTPRequest, at origin: CurlAddress, to target: String) throws(HTTPError) -> CurlAddress {
        let refusal = HTTPError.redirectRefused(to: RedirectTarget(target))
        guard let address = CurlAddress(target), isTransportAllowed(address) else { throw refusal }
        guard address.isSecure || !origin.isSecure else { throw refusal }
        let isOwn = address.host == origin.host && (address.port == origin.port || isUsual(address) && isUsual(origin))
        if isOwn, let folder = request.redirectFolder, !address.isBelow(folder) { throw refusal }
        guard isOwn || request.redirectHosts.contains(where: { address.isNamed($0) }) else { throw refusal }
        return address
    }

    private func isTransportAllowed(_ address: CurlAddress) -> Bool {
        address.isSecure || address.isLoopback
            || plainHTTPHosts.contains { address.isNamed($0) || $0.lowercased() == address.host }
    }

    private func isUsual(_ address: CurlAddress) -> Bool {
        address.port == (address.isSecure ? 443 : 80)
    }
}
