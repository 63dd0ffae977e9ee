import Commons
import Foundation
import HTTP
import PhotoTree
import Synchronization
import Testing

/// Answers requests from a script and remembers them.
final class ScriptedTransport: HTTPTransport {
    struct Reply: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body: [UInt8]

        init(_ text: String, status: Int = 200, headers: [String: String] = [:]) {
            self.init(Array(text.utf8), status: status, headers: headers)
        }

        init(_ body: [UInt8], status: Int = 200, headers: [String: String] = [:]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// What a request asks for, decoded.
    struct Call: Sendable {
        var request: HTTPRequest
        var arguments: [String: String]

        init(_ request: HTTPRequest) {
            self.request = request
            let query = request.url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
            arguments = [:]
            for pair in query.split(separator: "&") {
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let decoded = halves.map { String($0).removingPercentEncoding ?? "<not encoded>" }
                arguments[decoded[0]] = decoded.count > 1 ? decoded[1] : ""
            }
        }

        subscript(name: String) -> String? { arguments[name] }
    }

    private let script: @Sendable (Call) throws(HTTPError) -> Reply
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ script: @escaping @Sendable (Call) throws(HTTPError) -> Reply) {
        self.script = script
    }

    var calls: [Call] { asked.withLock { $0.map(Call.init) } }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        let reply = try script(Call(request))
        // In two pieces, so that whoever reads only the first is found out.
        let half = reply.body.count / 2
        let pieces = Mutex([Array(reply.body[..<half]), Array(reply.body[half...])].filter { !$0.isEmpty })
        let next: @Sendable () async throws(HTTPError) -> [UInt8]? = {
            pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
        return HTTPResponse(
            status: reply.status, url: request.url, headers: reply.headers, body: HTTPBody(next: next, cancel: {}))
    }
}

extension CommonsSource {
    init(_ transport: ScriptedTransport) {
        // However slow the machine is that the tests run on.
        self.init(transport: transport, listingTime: .seconds(1_000))
    }

    /// A source that is told the same whatever it asks.
    static func told(_ reply: ScriptedTransport.Reply) -> CommonsSource {
        CommonsSource(ScriptedTransport { _ in reply })
    }
}

extension PhotoQuery {
    static let paris = Place(
        id: PlaceID("geoname:2988507"), name: "Paris", country: "France",
        coordinate: Coordinate(latitude: 48.85341, longitude: 2.3488), origin: .gazetteer)

    static func inParis(limit: Int = 50, _ license: LicenseFilter = .any, page: Int = 1) -> PhotoQuery {
        PhotoQuery(subject: .place(paris), limit: limit, license: license, page: page)
    }
}
