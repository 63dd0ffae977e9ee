/// The only interface to the network.
public protocol HTTPTransport: Sendable {
    /// Sends one request and returns when the answer's head has arrived; the body arrives as it is pulled.
    ///
    /// Cancelling the calling task ends the request and throws `.cancelled`.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
