package import HTTP

/// The complete answer of a service. Headers by lower-case name.
package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: [UInt8]
    /// For how long no request is sent to the service, if it refused.
    package var leftAloneFor: Duration?
}

extension HTTPTransport {
    /// Sends a request and reads the whole answer. Enforces `maximumBodyLength` itself, whatever the transport does.
    /// Repeats the request up to three times if its transfer is displaced.
    package func answer(to request: HTTPRequest) async throws(HTTPError) -> Answer {
        var request = request
        while true {
            do throws(HTTPError) {
                return try await oneAnswer(to: request)
            } catch .displaced where request.displacements < 3 {
                request.displacements += 1
            }
        }
    }

    private func oneAnswer(to request: HTTPRequest) async throws(HTTPError) -> Answer {
        let response = try await send(request)
        var body: [UInt8] = []
        while let piece = try await response.body.next() {
            body += piece
            guard body.count <= request.maximumBodyLength else {
                throw .bodyTooLarge(limit: request.maximumBodyLength)
            }
        }
        return Answer(
            status: response.status, headers: response.headers, body: body, leftAloneFor: response.leftAloneFor)
    }
}
