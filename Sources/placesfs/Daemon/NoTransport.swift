internal import HTTP

/// The network of a source that has none.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        throw .unreachable("nothing is fetched from the network")
    }
}
