internal import HTTP

/// Leads requests for a source's hosts to a mirror. Below what is owed to hosts: limits and pauses stay the source's.
struct MirrorTransport: HTTPTransport {
    let base: any HTTPTransport
    let mirror: Mirror

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let address = mirror.address(of: request.url) else { return try await base.send(request) }
        var request = request
        request.url = address
        // Who mounts a mirror asks nobody else.
        request.redirectHosts = []
        return try await base.send(request)
    }
}
