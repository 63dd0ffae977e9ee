package import HTTP
package import PhotoTree

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

/// Describes, for an error, what a body that is not the expected JSON seems to be.
package enum BodyKind {
    /// `hiding` removes secrets, before the text is cut.
    package static func words(
        for body: [UInt8], _ failure: JSONParser.Failure, hiding: (String) -> String = { $0 }
    ) -> String {
        switch failure {
        case .tooDeep: return "JSON nested deeper than \(JSONParser.maximumDepth) levels"
        case .tooMany: return "JSON of more than \(JSONParser.maximumCount) values"
        case .syntax: break
        }
        let start = hiding(String(decoding: body.prefix(4096), as: UTF8.self))
        let words = PlainText.firstWords(of: start, limit: 80)
        let lower = words.lowercased()
        if words.isEmpty { return "nothing" }
        if lower.beginsWithBytes(of: "<?xml") || lower.beginsWithBytes(of: "<rsp") { return "XML instead of JSON" }
        if lower.beginsWithBytes(of: "<") {
            return "HTML instead of JSON: \(PlainText.firstWords(of: PlainText.from(html: start), limit: 80))"
        }
        return lower.beginsWithBytes(of: "{") ? "damaged JSON" : "no JSON: \(words)"
    }
}

extension PhotoSourceError {
    /// Converts an HTTP error of `service` ("Flickr"). `safe` makes foreign text fit for display: one line, no secret.
    package init(_ error: HTTPError, from service: String, safe: (String) -> String = ErrorText.line) {
        self =
            switch error {
            case .unreachable(let text): .unreachable(safe(text))
            case .timedOut(let text): .timedOut(safe(text))
            case .cutShort(let text): .failed(safe("\(service)'s answer was cut short: \(text)"))
            case .bodyTooLarge(let limit): .failed("\(service)'s answer is larger than \(limit) bytes")
            case .redirectRefused(let target): .failed(safe("\(service)'s API redirects elsewhere, to \(target)"))
            case .badURL(let text): .failed(safe("no address that can be asked: \(text)"))
            case .backingOff(let time): .backingOff(time)
            case .shareUsed(let pause): .shareUsed(pause)
            case .cancelled: .cancelled
            case .displaced: .timedOut(safe(error.summary))
            case .failed(let text): .failed(safe(text))
            }
    }
}

/// Foreign text in our errors.
package enum ErrorText {
    /// One line of at most 200 bytes. Remove secrets before this call: cutting the text could leave half of one.
    package static func line(_ text: String) -> String {
        PrintableText.line(text, maximumBytes: 200)
    }
}
