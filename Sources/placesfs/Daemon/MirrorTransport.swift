internal import HTTP

/// Redirects requests for a source's hosts to a mirror. It is below the transport that keeps to the hosts' limits, so
/// limits and pauses stay the source's.
struct MirrorTransport: HTTPTransport {
    let base: any HTTPTransport
    let mirror: Mirror

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let address = mirror.address(of: request.url) else { return try await base.send(request) }
        var request = request
        request.url = address
        // A mount with a mirror asks no other host.
        request.redirectHosts = []
        return try await base.send(request)
    }
}
