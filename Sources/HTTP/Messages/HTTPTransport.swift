/// The network is called through this, and only this.
public protocol HTTPTransport: Sendable {
    /// Sends one request and returns as soon as the answer's head is there; the body follows as it is pulled.
    ///
    /// Cancelling the calling task ends the request and throws `.cancelled`.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
