package import HTTP

/// What a service answered, whole. Headers by lower-case name.
package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: [UInt8]
    /// How long the service will not be asked now, when it refused.
    package var leftAloneFor: Duration?
}

extension HTTPTransport {
    /// The answer to a question whose body may have `maximumBodyLength` bytes, whatever the transport lets through.
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
