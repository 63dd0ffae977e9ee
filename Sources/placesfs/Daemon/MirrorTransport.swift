internal import HTTP

/// Redirects requests for a source's hosts to a mirror. It is below the transport that keeps to the hosts' limits, so
/// limits and pauses stay the source's.
struct MirrorTransport: HTTPTransport {
    let base: any HTTPTransport
    let mirror: Mirror

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let address = mirror.address(of: request.url) else { return try await base.send(request) }
        var request = request
        // A mount with a mirror asks no other host, and in the mirror no other folder: the one for the API has the key.
        request.redirectFolder = mirror.folder(of: request.url)
        request.redirectHosts = []
        request.url = address
        return try await base.send(request)
    }
}
